export AWS_REGION=us-east-1
bucket=$(aws cloudformation describe-stacks --stack-name countries-files --query "Stacks[0].Outputs[?OutputKey=='Bucket'].OutputValue" --output text)
aws cloudformation delete-stack --stack-name countries
aws cloudformation wait stack-delete-complete --stack-name countries
aws s3 rb --force "s3://$bucket"
aws cloudformation delete-stack --stack-name countries-files
