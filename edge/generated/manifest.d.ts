/** The module that a build generates. */
export const manifest: import('../core/types.js').Manifest;
