cp -r . /srv/countries
# readable with any umask, since both services run as other users
chmod -R a+rX /srv/countries
cp hosts/node/countries.service hosts/nginx/countries-nginx.service /etc/systemd/system/
systemctl enable --now countries countries-nginx
