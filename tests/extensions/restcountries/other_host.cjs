// Sends what a client asks of restcountries.com to the origin in ORIGIN, and keeps the targets.
const http = require('node:http');
const https = require('node:https');

const HOST = 'restcountries.com';
const origin = new URL(process.env.ORIGIN);
globalThis.asked = [];

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(input);
  if (url.hostname !== HOST) {
    throw new Error(`a client asked ${url.hostname}`);
  }
  globalThis.asked.push(url.pathname + url.search);
  return fetch(origin.origin + url.pathname + url.search, init);
};

const plain = http.request;
http.request = (options, answered) => {
  globalThis.asked.push(options.path);
  return plain(options, answered);
};
https.request = (options, answered) => {
  if (options.hostname !== HOST) {
    throw new Error(`a client asked ${options.hostname}`);
  }
  globalThis.asked.push(options.path);
  const { hostname, port, host } = origin;
  const headers = { ...options.headers, Host: host };
  const here = { protocol: 'http:', hostname, port, host: hostname, headers, agent: undefined, agents: undefined };
  return plain({ ...options, ...here }, answered);
};
