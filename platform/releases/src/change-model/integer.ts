import * as v from 'valibot';

/** A whole number in a range. The message says the range. */
export const integer = (min: number, max: number) => {
  const message = `give a whole number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};
