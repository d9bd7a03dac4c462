#!/bin/sh
# Publishes a release: sh activate.sh /srv/countries/releases/NAME. It returns to the previous one if nginx rejects
# the configuration or a worker does not answer. After a power cut or a kill -9 midway, run it again.
set -eu
release=$(cd "${1:?usage: activate.sh RELEASE}" && pwd -P)
link=$(dirname "$(dirname "$release")")/current
previous=$(readlink "$link" || true)
site=/etc/nginx/sites-enabled/countries

# Moves the link in one step, so that it is never missing.
point() { ln -sfn "$1" "$link.new" && mv -T "$link.new" "$link"; }

# answers PORT NAME UNIT: whether the release that the link points to answers; its /health names dataset and code.
answers() {
  for _ in $(seq 30); do
    node -e "
      const expected = require('fs').readFileSync('$link/public/health.json', 'utf8');
      const right = async (reply) => reply.ok && (await reply.text()) === expected;
      fetch('http://127.0.0.1:$1/health').then(right).then((is) => process.exit(is ? 0 : 1), () => process.exit(1));
    " && return
    sleep 1
  done
  echo "$2 does not answer with the release on port $1; see: journalctl --unit $3" >&2
  return 1
}

# One worker at a time; nginx asks the other one meanwhile, and for a second longer (fail_timeout).
restart() {
  for port in 8081 8082; do
    systemctl restart "countries@$port" && answers "$port" "the worker" "countries@$port" || return 1
    sleep 2
  done
}

back() {
  trap '' HUP INT TERM
  trap - EXIT
  echo "$release is not published; ${previous:-no release} is" >&2
  if test -n "$previous"; then
    point "$previous" && restart && nginx -t -q && systemctl reload nginx
  else
    # nginx cannot read the site without a release, and would not start again.
    rm -f "$link" "$site"
    for port in 8081 8082; do systemctl stop "countries@$port"; done
  fi
  exit 1
}

# The real path, so that nginx serves the files of one release until it has read the maps of the next.
echo "root $release/public;" >"$release/hosts/nginx/root.conf"
# If the script is stopped midway, no worker may stay on a release that nginx does not serve.
trap back EXIT
trap 'exit 1' HUP INT TERM
point "$release"
test -n "$previous" || ln -sf ../sites-available/countries "$site"
nginx -t -q
restart
systemctl reload nginx
# A reload is done when the new release answers.
answers 8090 nginx nginx
trap - EXIT
# A program of the operator, which can for example purge a CDN in front of nginx.
hook=$(dirname "$link")/after-activation
if test -x "$hook"; then "$hook" "$release"; fi
