import { type Freeze, findFreeze, listWindows } from './freezes';
import { findFreezeFinding } from './live-state';

const weekly = (days: string[], from: string, to: string, timeZone: string) =>
  ({ reason: 'quiet', weekly: { days, from, to, timeZone } }) as Freeze;
const describeAt = (freeze: Freeze, time: string, apps = ['mf-a']) =>
  findFreeze([freeze], apps, Date.parse(time))?.description ?? null;

const fridayEvening = weekly(['fri'], '17:00', '24:00', 'Asia/Kolkata');
const night = weekly(['fri', 'sat'], '22:00', '06:00', 'Europe/Berlin');
const weekend = weekly(['sat', 'sun'], '00:00', '24:00', 'Asia/Kolkata');
const always = weekly(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], '00:00', '24:00', 'UTC');
const earlySunday = weekly(['sun'], '01:00', '04:00', 'Europe/Berlin');
const skippedHour = weekly(['sun'], '02:30', '05:00', 'America/New_York');

test.each([
  ['before its start', fridayEvening, '2026-11-27T16:59:59+05:30', null],
  ['at its start', fridayEvening, '2026-11-27T17:00:00+05:30', 'frozen until Sat 00:00 IST (quiet)'],
  ['before its end', fridayEvening, '2026-11-27T18:29:59Z', 'frozen until Sat 00:00 IST (quiet)'],
  ['at its end', fridayEvening, '2026-11-27T18:30:00Z', null],
  ['after midnight', night, '2026-11-28T00:30:00+01:00', 'frozen until Sat 06:00 GMT+1 (quiet)'],
  ['on the evening of its last day', night, '2026-11-28T23:00:00+01:00', 'frozen until Sun 06:00 GMT+1 (quiet)'],
  ['on the evening after its last day', night, '2026-11-29T23:00:00+01:00', null],
  ['on the first of two whole days', weekend, '2026-11-28T12:00:00+05:30', 'frozen until Mon 00:00 IST (quiet)'],
  ['of every day', always, '2026-11-28T12:00:00Z', 'frozen until 6 Dec 2026 00:00 UTC (quiet)'],
  // Berlin goes from 02:00 CET to 03:00 CEST on 29 March 2026, and from 03:00 CEST to 02:00 CET on 25 October 2026.
  ['when the clocks go forward', earlySunday, '2026-03-29T01:59:00Z', 'frozen until Sun 04:00 GMT+2 (quiet)'],
  ['after the clocks went forward', earlySunday, '2026-03-29T02:00:00Z', null],
  ['in the repeated hour', earlySunday, '2026-10-25T02:30:00Z', 'frozen until Sun 04:00 GMT+1 (quiet)'],
  ['after the clocks went back', earlySunday, '2026-10-25T03:00:00Z', null],
  // New York skips 02:00 to 03:00 on 8 March 2026.
  ['before a start that is skipped', skippedHour, '2026-03-08T06:59:00Z', null],
  ['after a start that is skipped', skippedHour, '2026-03-08T07:30:00Z', 'frozen until Sun 05:00 GMT-4 (quiet)'],
])('a weekly freeze %s', (_when, freeze, time, description) => {
  expect(describeAt(freeze, time)).toBe(description);
});

const sale: Freeze = { reason: 'sale', from: '2026-11-08T00:00:00+05:30', to: '2026-11-12T00:00:00+05:30' };

test.each([
  ['2026-11-07T18:29:59Z', null],
  ['2026-11-07T18:30:00Z', 'frozen until 2026-11-12 00:00 +05:30 (sale)'],
  ['2026-11-11T18:29:59Z', 'frozen until 2026-11-12 00:00 +05:30 (sale)'],
  ['2026-11-11T18:30:00Z', null],
])('a freeze between two dates at %s', (time, description) => {
  expect(describeAt(sale, time)).toBe(description);
});

test('a freeze of apps leaves the others alone, and of several freezes the last one counts', () => {
  const ofPayment = { ...sale, apps: ['mf-payment'] };
  const time = Date.parse('2026-11-09T00:00:00Z');
  expect(findFreeze([ofPayment], ['mf-a'], time)).toBeNull();
  expect(findFreeze([ofPayment], ['mf-a', 'mf-payment'], time)).toMatchObject({ app: 'mf-payment' });
  expect(findFreeze([{ ...sale, apps: ['*'] }], ['mf-a'], time)).toMatchObject({ app: '*' });
  const longer = { reason: 'move', from: '2026-11-09T00:00:00Z', to: '2026-11-20T12:30:00Z' };
  expect(findFreeze([ofPayment, longer], ['mf-payment'], time)).toEqual({
    app: '*',
    description: 'frozen until 2026-11-20 12:30 UTC (move)',
  });
});

describe('the list of windows', () => {
  const list = (freezes: Freeze[], time: string, days?: number) =>
    listWindows(freezes, Date.parse(time), days).map(({ freeze, from, to }) => [
      freeze.reason,
      new Date(from).toISOString(),
      new Date(to).toISOString(),
    ]);

  it('has every start of a weekly freeze in its time zone, the earliest first, and dates whenever they are', () => {
    expect(list([sale, fridayEvening], '2026-10-30T12:00:00Z')).toEqual([
      ['quiet', '2026-10-30T11:30:00.000Z', '2026-10-30T18:30:00.000Z'],
      ['quiet', '2026-11-06T11:30:00.000Z', '2026-11-06T18:30:00.000Z'],
      ['sale', '2026-11-07T18:30:00.000Z', '2026-11-11T18:30:00.000Z'],
    ]);
  });

  it('leaves out a window that has ended, and has one that began on the day before', () => {
    expect(list([night], '2026-11-28T04:59:59Z', 1)).toEqual([
      ['quiet', '2026-11-27T21:00:00.000Z', '2026-11-28T05:00:00.000Z'],
      ['quiet', '2026-11-28T21:00:00.000Z', '2026-11-29T05:00:00.000Z'],
    ]);
    expect(list([night, sale], '2026-11-29T05:00:00Z', 1)).toEqual([]);
  });
});

test('the finding of a freeze names the environment, or the app that is frozen, and what to do', () => {
  const long: Freeze = { reason: 'sale', from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' };
  const until = 'frozen until 2999-01-01 00:00 UTC (sale)';
  const finding = { gate: 'promotion-rules', remedy: 'wait, or force it with a reason' };
  expect(findFreezeFinding('production', [long], ['mf-a'])).toEqual({
    ...finding,
    app: 'composition',
    problem: `production is ${until}`,
  });
  const ofPayment = [{ ...long, apps: ['mf-payment'] }];
  expect(findFreezeFinding('production', ofPayment, ['mf-a', 'mf-payment'])).toEqual({
    ...finding,
    app: 'mf-payment',
    problem: `mf-payment in production is ${until}`,
  });
  expect(findFreezeFinding('production', ofPayment, ['mf-a'])).toBeNull();
  expect(findFreezeFinding('production', undefined, ['mf-a'])).toBeNull();
});
