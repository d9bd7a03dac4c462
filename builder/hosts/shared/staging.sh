# The folder may contain files of another build, which would be deployed with this one.
test ! -e "$target" || { echo "$target is there already; remove it, or name another folder" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
# A partial deployment must not be mistaken for a complete one.
trap 'test $? = 0 || rm -rf "$target"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$target"
# Hard links to another file system are impossible; there the files are copied.
copy=-al
cp -l "$here/../../package.json" "$target/.probe" 2>/dev/null || copy=-a
rm -f "$target/.probe"
