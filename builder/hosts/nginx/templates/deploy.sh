# as root, in the output folder
mkdir -p /etc/systemd/system/nginx.service.d /etc/systemd/system/logrotate.timer.d
cp hosts/nginx/nginx-limits.conf /etc/systemd/system/nginx.service.d/
cp hosts/nginx/logrotate-hourly.conf /etc/systemd/system/logrotate.timer.d/
cp hosts/nginx/countries@.service /etc/systemd/system/
sed -i 's/worker_connections 768/worker_connections 4096/' /etc/nginx/nginx.conf
# each log is moved away when it exceeds this, and at least once a day
grep -q maxsize /etc/logrotate.d/nginx || sed -i 's/daily/daily\n\tmaxsize 100M/' /etc/logrotate.d/nginx
systemctl daemon-reload
systemctl restart nginx logrotate.timer
systemctl enable countries@8081 countries@8082
cp hosts/nginx/site.conf /etc/nginx/sites-available/countries
