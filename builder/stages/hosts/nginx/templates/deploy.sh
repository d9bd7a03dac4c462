cp -r . /srv/countries
# whatever the mask of the copying user: both services run as users of their own
chmod -R a+rX /srv/countries
cp hosts/node/countries.service hosts/nginx/countries-nginx.service /etc/systemd/system/
systemctl enable --now countries countries-nginx
