#!/bin/sh
# Publishes a release: sh activate.sh /srv/countries/releases/NAME. It returns to the one before if nginx rejects the
# configuration or a worker does not answer.
set -eu
release=$(cd "${1:?usage: activate.sh RELEASE}" && pwd -P)
link=$(dirname "$(dirname "$release")")/current
before=$(readlink "$link" || true)

# In one step, so that the link is never missing.
point() { ln -sfn "$1" "$link.new" && mv -T "$link.new" "$link"; }

healthy() {
  for _ in $(seq 30); do
    node -e "fetch('http://127.0.0.1:$1/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))" && return
    sleep 1
  done
  return 1
}

# One worker at a time; nginx asks the other one meanwhile.
restart() {
  for port in 8081 8082; do
    systemctl restart "countries@$port" && healthy "$port" || return 1
  done
}

# The real path, so that nginx serves the files of one release until it has read the maps of the next.
echo "root $release/public;" >"$release/hosts/nginx/root.conf"
point "$release"
if nginx -t -q && restart; then
  systemctl reload nginx
else
  echo "$release is not published; ${before:-no release} is" >&2
  if test -n "$before"; then point "$before" && restart; else rm "$link"; fi
  exit 1
fi
