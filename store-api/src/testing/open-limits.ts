/** Process variables of a store API whose limits no test reaches. All requests of a test come from one address. */
export const openLimits = { RATE_LIMIT_FACTOR: '100000' };
