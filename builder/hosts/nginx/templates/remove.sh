# as root: remove all releases except the published one and the two newest of the others
cd /srv/countries/releases
live=$(basename "$(readlink /srv/countries/current)")
ls -1 | grep -vxF "$live" | sort | head -n -2 | xargs -r rm -r --
