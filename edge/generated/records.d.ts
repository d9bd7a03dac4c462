/** A module that a build generates: the records. */
export const records: import('../core/types.js').Records;
