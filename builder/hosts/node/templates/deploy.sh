HOST=127.0.0.1 PORT=8080 node hosts/node/server.js
