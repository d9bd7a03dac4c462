sh hosts/cloudflare/stage.sh ../staged
cd ../staged/hosts/cloudflare
npx wrangler deploy
