/** Answers what is no GET or HEAD of a static address, whose file the host would send to whatever method. */

export { default } from './adapter.js';

export const config = {
  path: ['/v1.json', '/health.json', '/v1/*.json'],
  method: ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
  onError: 'bypass',
};
