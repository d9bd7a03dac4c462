sh hosts/aws/stage.sh ../staged
cd ../staged
npm ci --ignore-scripts
# parameters follow: npm run deploy -- Alias=api.example.org Certificate=arn:aws:acm:us-east-1:...
npm run deploy
