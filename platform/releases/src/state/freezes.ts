import * as v from 'valibot';
import { isoTime } from '../change-model/value-schemas';
import { settingsObject } from '../store/schemas';

const timeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'give a time, such as 17:00'));
const date = isoTime('give a date and time with its offset, such as 2026-11-08T00:00:00+05:30');

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
  settingsObject({
    days: v.pipe(v.array(v.picklist(days)), v.minLength(1)),
    from: v.pipe(
      timeOfDay,
      v.check((from) => from !== '24:00', 'give 00:00, and the next day'),
    ),
    to: timeOfDay,
    timeZone: v.pipe(v.string(), v.check(isTimeZone, 'give a time zone, such as Asia/Kolkata')),
  }),
  v.check(({ from, to }) => from !== to, 'give different times from and to'),
);

/** Times at which no app of an environment, or none of the listed apps, comes to more visitors. */
export const Freeze = v.pipe(
  settingsObject({
    reason: v.pipe(v.string(), v.minLength(1, 'give a reason')),
    weekly: v.exactOptional(WeeklyWindow),
    from: v.exactOptional(date),
    to: v.exactOptional(date),
    /** Absent, or with `*`: every app. */
    apps: v.exactOptional(v.array(v.string())),
  }),
  v.check(
    ({ weekly, from, to }) => (weekly ? !from && !to : Date.parse(from ?? '') < Date.parse(to ?? '')),
    'give either weekly, or from and a later to',
  ),
);
export type Freeze = v.InferOutput<typeof Freeze>;

const minuteInMs = 60_000;
const dayInMs = 86_400_000;

/** Converts a time to the clock of a time zone, as if that clock showed UTC. */
function toWallClock(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Converts a time of the clock of a time zone. A time that the start of daylight saving skips is an hour later. */
function fromWallClock(wall: number, timeZone: string): number {
  const toTime = (near: number) => wall - (toWallClock(near, timeZone) - near);
  const [first, second] = [toTime(wall - dayInMs), toTime(wall + dayInMs)];
  return toWallClock(first, timeZone) !== wall && toWallClock(second, timeZone) === wall ? second : first;
}

const parseTimeOfDay = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * minuteInMs;
};

type Weekly = NonNullable<Freeze['weekly']>;

/** @returns The window that starts on a day of the clock of its time zone. Null: none does. */
function findWindowOfDay(
  { days: named, from, to, timeZone }: Weekly,
  day: number,
): Omit<FreezeWindow, 'freeze'> | null {
  const name = days[new Date(day).getUTCDay()];
  if (!name || !named.includes(name)) return null;
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  return {
    from: fromWallClock(day + start, timeZone),
    to: fromWallClock(day + end + (end > start ? 0 : dayInMs), timeZone),
  };
}

/** @returns The end of the window that contains a time. Null: none does. */
function findWindowEnd(weekly: Weekly, time: number): number | null {
  const today = Math.floor(toWallClock(time, weekly.timeZone) / dayInMs) * dayInMs;
  for (const day of [today, today - dayInMs]) {
    const window = findWindowOfDay(weekly, day);
    if (window && window.from <= time && time < window.to) return window.to;
  }
  return null;
}

/** @returns The end of a freeze that contains a time. A window that begins where another ends continues it. */
function findEnd({ weekly, from = '', to = '' }: Freeze, time: number): number | null {
  if (!weekly) return Date.parse(from) <= time && time < Date.parse(to) ? Date.parse(to) : null;
  let end = findWindowEnd(weekly, time);
  for (let next = end; end !== null && next !== null && end - time < 7 * dayInMs; next = findWindowEnd(weekly, end)) {
    end = next;
  }
  return end;
}

function formatEnd({ weekly, to = '' }: Freeze, end: number, time: number): string {
  if (!weekly)
    return to
      .replace('T', ' ')
      .replace(/(?::00(?:\.0+)?)?(Z|[+-][\d:]+)$/, ' $1')
      .replace(/ Z$/, ' UTC');
  const isSoon = end - time < 6 * dayInMs;
  const format = new Intl.DateTimeFormat('en-IN', {
    ...(isSoon ? { weekday: 'short' } : { year: 'numeric', month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: weekly.timeZone,
  });
  return format.format(end).replace(/, /, ' ');
}

/** One time of a freeze, in Unix milliseconds. */
export interface FreezeWindow {
  freeze: Freeze;
  from: number;
  to: number;
}

/**
 * Lists the windows of freezes that have not ended, earliest first.
 *
 * @param time  Unix milliseconds.
 * @param count  Days after it for which a weekly freeze is listed. Dates are listed whenever they are.
 */
export function listWindows(freezes: readonly Freeze[], time: number, count = 14): FreezeWindow[] {
  const windows = freezes.flatMap((freeze): FreezeWindow[] => {
    const { weekly, from = '', to = '' } = freeze;
    if (!weekly) return [{ freeze, from: Date.parse(from), to: Date.parse(to) }];
    const yesterday = Math.floor(toWallClock(time, weekly.timeZone) / dayInMs) * dayInMs - dayInMs;
    return Array.from({ length: count + 1 }, (_, index) => yesterday + index * dayInMs).flatMap((day) => {
      const window = findWindowOfDay(weekly, day);
      return window ? [{ freeze, ...window }] : [];
    });
  });
  return windows.filter(({ to }) => to > time).sort((a, b) => a.from - b.from);
}

export interface ActiveFreeze {
  /** `*`: every app. */
  app: string;
  /** `frozen until Sat 00:00 IST (Friday evening)` */
  description: string;
}

/** Lists the freezes of a time that stop changes of some of the apps. @param time  Unix milliseconds. */
export const listActiveFreezes = (freezes: readonly Freeze[], apps: readonly string[], time: number): ActiveFreeze[] =>
  freezes.flatMap((freeze) => findFreeze([freeze], apps, time) ?? []);

/**
 * Finds the freeze that stops a change of apps.
 *
 * @param time  Unix milliseconds.
 * @returns Of several freezes the one that ends last. Null: there is none.
 */
export function findFreeze(freezes: readonly Freeze[], apps: readonly string[], time: number): ActiveFreeze | null {
  const active = freezes.flatMap((freeze) => {
    const frozen = freeze.apps ?? ['*'];
    const app = frozen.includes('*') ? '*' : apps.find((name) => frozen.includes(name));
    const end = app === undefined ? null : findEnd(freeze, time);
    return app === undefined || end === null ? [] : [{ app, freeze, end }];
  });
  const [last] = active.sort((a, b) => b.end - a.end);
  if (!last) return null;
  const { app, freeze, end } = last;
  return { app, description: `frozen until ${formatEnd(freeze, end, time)} (${freeze.reason})` };
}
