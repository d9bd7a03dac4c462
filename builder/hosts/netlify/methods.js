/** Answers methods other than GET and HEAD at static URLs, where the host would send the file for any method. */

export { default } from './adapter.js';

export const config = {
  path: [
    '/v1.json',
    '/health.json',
    '/v1/*.json',
    '/docs/*',
    '/flags/svg/*',
    '/flags/png/*',
    '/tables/*',
    '/.well-known/*',
  ],
  method: ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
  onError: 'bypass',
};
