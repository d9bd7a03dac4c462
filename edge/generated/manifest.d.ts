/** A module that a build generates: the manifest. */
export const manifest: import('../core/types.js').Manifest;
