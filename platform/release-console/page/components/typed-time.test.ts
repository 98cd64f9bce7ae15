import { latestDay, latestTime, parseTypedTime } from './typed-time';

const hourMs = 3_600_000;

test('the latest time has a year of four digits in every time zone, and so has the day after the latest day', () => {
  const [time, day] = [latestTime, `${latestDay}T00:00`].map((text) => parseTypedTime(text)?.getTime() ?? Number.NaN);
  // The westernmost time zone is 12 hours behind.
  const latest = [time, Number(day) + 24 * hourMs].map((at) => new Date(Number(at) + 12 * hourMs).toISOString());
  expect(latest).toEqual([expect.stringMatching(/^9999-/), expect.stringMatching(/^9999-/)]);
});

test.each(['9999-12-31T23:59', '+010000-01-01T00:00', '-000001-01-01T00:00', 'tomorrow', ''])(
  'is refused as the value of a field: %j',
  (text) => {
    expect(parseTypedTime(text)).toBeUndefined();
  },
);
