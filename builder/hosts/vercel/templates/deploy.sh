sh hosts/vercel/stage.sh ../staged
# installs the tools outside the deployment, so that they are not uploaded
cp -r hosts/vercel/tools ../vercel-tools
npm ci --ignore-scripts --prefix ../vercel-tools
cd ../staged
../vercel-tools/node_modules/.bin/vercel deploy --prod
