#!/bin/sh
# The container ends with nginx; each loop restarts a worker.
set -eu
cd /srv/countries
for port in 8081 8082; do
  (while :; do HOST=127.0.0.1 PORT=$port WORKERS=1 node hosts/node/server.js || sleep 1; done) &
done
exec nginx -p /srv/countries/ -c hosts/nginx/container.conf -e stderr -g 'daemon off;'
