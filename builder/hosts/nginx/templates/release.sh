# as root, in the output folder
release=/srv/countries/releases/$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$release"
# With their times, of which the tags of unchanged files consist.
cp -r --preserve=timestamps public edge hosts package.json "$release"
# readable with any umask, since nginx and Node run as other users
chmod -R a+rX /srv/countries
sh "$release/hosts/nginx/activate.sh" "$release"
