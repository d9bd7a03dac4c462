#!/bin/sh
# Publishes a staged deployment: uploads files, then publishes the function that uses them, and removes the files of
# all builds but this one and the one before.
# The files of each build have a separate folder; distribution and function change to it in one step.
# Arguments are parameters of template.json: sh publish.sh Alias=api.example.org Certificate=arn:...
set -eu
cd "$(dirname "$0")"
stack=${STACK:-countries}
# Lambda@Edge and its certificates are available only in this region.
export AWS_DEFAULT_REGION=us-east-1 AWS_REGION=us-east-1

output() { aws cloudformation describe-stacks --stack-name "$1" --query "Stacks[0].Outputs[?OutputKey=='$2'].OutputValue" --output text; }

aws cloudformation deploy --no-fail-on-empty-changeset --template-file files.json --stack-name "$stack-files"
bucket=$(output "$stack-files" Bucket)
test -n "$bucket" || { echo "$stack-files has no bucket; delete that stack and run again" >&2; exit 1; }
# The previous version is empty at the first deployment.
previous=$(output "$stack" Version 2>/dev/null || true)
version=$(node -p "require('./template.json').Outputs.Version.Value")

# The AWS CLI knows only some types, and none with a charset.
while read -r pattern type; do
  if test -n "$(find public -path "public/$pattern" -print -quit)"; then
    aws s3 sync --only-show-errors --exclude '*' --include "$pattern" --content-type "$type" public "s3://$bucket/$version"
  fi
done <content-types.txt
# This uploads the other files; the files that were uploaded above stay as they are.
aws s3 sync --only-show-errors public "s3://$bucket/$version"
aws cloudformation package --template-file template.json --s3-bucket "$bucket" --s3-prefix functions --use-json --output-template-file packaged.json
aws cloudformation deploy --no-fail-on-empty-changeset --template-file packaged.json --stack-name "$stack" --capabilities CAPABILITY_IAM \
  --parameter-overrides "Bucket=$bucket" "$@"

distribution=$(output "$stack" Distribution)
invalidation=$(aws cloudfront create-invalidation --distribution-id "$distribution" --paths '/*' --query Invalidation.Id --output text)
aws cloudfront wait invalidation-completed --distribution-id "$distribution" --id "$invalidation"

# The function logs in each region where it runs, in groups that would keep every line for ever.
days=$(output "$stack" FunctionLogDays)
for region in $(aws ec2 describe-regions --query 'Regions[].RegionName' --output text); do
  for group in $(aws logs describe-log-groups --region "$region" --log-group-name-prefix "/aws/lambda/us-east-1.$stack-" \
    --query 'logGroups[].logGroupName' --output text); do
    aws logs put-retention-policy --region "$region" --log-group-name "$group" --retention-in-days "$days"
  done
done

# No request reads the files of other versions now. Deploying the same build again removes nothing.
test "$previous" = "$version" ||
  aws s3 rm --recursive --only-show-errors --exclude "$version/*" --exclude "${previous:-$version}/*" --exclude "functions/*" "s3://$bucket"
