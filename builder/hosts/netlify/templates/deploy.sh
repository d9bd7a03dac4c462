sh hosts/netlify/stage.sh ../staged
# installs the tools outside the deployment, so that they are not uploaded
cp -r hosts/netlify/tools ../netlify-tools
npm ci --ignore-scripts --prefix ../netlify-tools
cd ../staged
../netlify-tools/node_modules/.bin/netlify deploy --prod
