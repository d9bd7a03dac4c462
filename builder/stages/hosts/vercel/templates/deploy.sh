sh hosts/vercel/stage.sh ../staged
cd ../staged
npx vercel deploy --prod
