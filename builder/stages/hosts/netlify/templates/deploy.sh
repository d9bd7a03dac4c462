sh hosts/netlify/stage.sh ../staged
cd ../staged
npx netlify deploy --prod
