# as root, in the output folder
release=/srv/countries/releases/$(date -u +%Y%m%dT%H%M%SZ)
# Files keep their times, which their tags contain. A copy that a full disk has cut short is not published.
mkdir -p "$release" &&
  cp -r --preserve=timestamps public edge hosts package.json "$release" &&
  diff -rq public "$release/public" && diff -rq edge "$release/edge" && diff -rq hosts "$release/hosts" &&
  # readable with any umask, since nginx and Node run as other users
  chmod -R a+rX /srv/countries &&
  sh "$release/hosts/nginx/activate.sh" "$release"
