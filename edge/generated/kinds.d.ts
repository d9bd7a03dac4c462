/** A module that a build generates: the kinds of routes that extensions add. */
export const extensionKinds: Record<string, import('../core/types.js').Kind>;
