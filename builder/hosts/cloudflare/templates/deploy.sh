sh hosts/cloudflare/stage.sh ../staged
cd ../staged/hosts/cloudflare
npm ci --ignore-scripts --prefix tools
tools/node_modules/.bin/wrangler deploy
