# as root; the releases by time, and the one that is published
ls /srv/countries/releases
readlink /srv/countries/current
sh /srv/countries/current/hosts/nginx/activate.sh /srv/countries/releases/NAME
