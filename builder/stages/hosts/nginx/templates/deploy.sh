cp -r . /srv/countries
cp hosts/node/countries.service /etc/systemd/system/
systemctl enable --now countries
nginx -p /srv/countries/ -c hosts/nginx/nginx.conf
