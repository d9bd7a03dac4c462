/** The module that a build generates. */
export const records: import('../core/types.js').Records;
