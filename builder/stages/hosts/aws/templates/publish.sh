#!/bin/sh
# Publishes a staged deployment: uploads files, then publishes the function that uses them, and removes old files.
# Each build has a separate folder of pages; distribution and function change to it in one step.
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
version=$(node -p "require('./template.json').Outputs.Version.Value")

aws s3 sync --only-show-errors public "s3://$bucket/$version"
aws cloudformation package --template-file template.json --s3-bucket "$bucket" --s3-prefix functions --use-json --output-template-file packaged.json
aws cloudformation deploy --no-fail-on-empty-changeset --template-file packaged.json --stack-name "$stack" --capabilities CAPABILITY_IAM \
  --parameter-overrides "Bucket=$bucket" "$@"

distribution=$(output "$stack" Distribution)
invalidation=$(aws cloudfront create-invalidation --distribution-id "$distribution" --paths '/*' --query Invalidation.Id --output text)
aws cloudfront wait invalidation-completed --distribution-id "$distribution" --id "$invalidation"

# From here on, no request needs them.
aws s3 rm --recursive --only-show-errors --exclude "$version/*" --exclude "functions/*" "s3://$bucket"
