export { originRequest, originResponse } from './hosts/aws/function/adapter.js';
