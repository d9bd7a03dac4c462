sh hosts/vercel/stage.sh ../staged
# the tools beside the deployment, which would hold them else
cp -r hosts/vercel/tools ../vercel-tools
npm ci --ignore-scripts --prefix ../vercel-tools
cd ../staged
../vercel-tools/node_modules/.bin/vercel deploy --prod
