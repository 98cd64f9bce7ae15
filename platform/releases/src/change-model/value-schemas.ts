import * as v from 'valibot';

/** A whole number in a range. The message says the range. */
export const integer = (min: number, max: number) => {
  const message = `give a whole number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};

/** Whether the month of an ISO date has its day. `Date.parse` reads 29 February of a year without one as 1 March. */
export function isExistingDay(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** An ISO date and time of a stored document. Earlier versions also wrote days that do not exist. */
export const storedIsoTime = (message?: string) =>
  v.pipe(
    v.string(message),
    v.isoTimestamp(message),
    v.check((text) => !Number.isNaN(Date.parse(text)), message),
  );

/** An ISO date and time with its offset. @param message  For another text. It says what to give. */
export const isoTime = (message: string) =>
  v.pipe(storedIsoTime(message), v.check(isExistingDay, 'this day does not exist'));
