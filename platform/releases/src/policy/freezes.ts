import * as v from 'valibot';

const timeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'give a time, such as 17:00'));
const date = v.pipe(
  v.string(),
  v.isoTimestamp('give a date and time with its offset, such as 2026-11-08T00:00:00+05:30'),
);

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Days of the week on which a window starts, in the sequence of `Date.getUTCDay`. */
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** A window that returns every week. One whose end is not after its start ends on the next day. */
const WeeklyWindow = v.pipe(
  v.strictObject({
    days: v.pipe(v.array(v.picklist(days)), v.minLength(1)),
    from: timeOfDay,
    to: timeOfDay,
    timeZone: v.pipe(v.string(), v.check(isTimeZone, 'give a time zone, such as Asia/Kolkata')),
  }),
  v.check(({ from, to }) => from !== to, 'give different times from and to'),
);

/** Times at which no app of an environment, or none of the listed apps, comes to more visitors. */
export const Freeze = v.pipe(
  v.strictObject({
    reason: v.pipe(v.string(), v.minLength(1, 'give a reason')),
    weekly: v.exactOptional(WeeklyWindow),
    from: v.exactOptional(date),
    to: v.exactOptional(date),
    /** Absent: every app. */
    apps: v.exactOptional(v.array(v.string())),
  }),
  v.check(
    ({ weekly, from, to }) => (weekly ? !from && !to : Date.parse(from ?? '') < Date.parse(to ?? '')),
    'give either weekly, or from and a later to',
  ),
);
export type Freeze = v.InferOutput<typeof Freeze>;
