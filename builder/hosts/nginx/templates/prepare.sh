# as root; nginx's own site answers the certificate authority on port 80
apt-get install --yes nginx certbot git make python3-venv curl xz-utils
certbot certonly --webroot --webroot-path /var/www/html --domain api.example.org --deploy-hook 'systemctl reload nginx'
node --version
