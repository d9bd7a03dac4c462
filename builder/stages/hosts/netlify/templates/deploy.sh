sh hosts/netlify/stage.sh ../staged
# the tools beside the deployment, which would hold them else
cp -r hosts/netlify/tools ../netlify-tools
npm ci --ignore-scripts --prefix ../netlify-tools
cd ../staged
../netlify-tools/node_modules/.bin/netlify deploy --prod
