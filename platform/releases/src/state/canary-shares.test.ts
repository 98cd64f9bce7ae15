import { findShareProblem, type ShareHolder } from './canary-shares';

const hold = (app: string, share: number, owner: string, removed: string[] = []): ShareHolder => ({
  id: app,
  share,
  owner,
  releases: [{ app, version: '2.0.0' }],
  removed,
});
const running = [hold('mf-a', 60, 'asha'), hold('mf-b', 20, 'ravi', ['mf-x']), hold('mf-c', 0, 'meera')];
const holders = 'mf-a 2.0.0 holds 60 % (asha) and mf-b 2.0.0 with no mf-x 20 % (ravi)';

test.each([
  ['a new canary', 20, undefined, null],
  ['a new canary', 50, undefined, `${holders}. Ask them to complete or halt, or take at most 20 %.`],
  ['a canary for a list only', 0, undefined, null],
  ['a running canary', 40, 'mf-b', null],
  ['a running canary', 41, 'mf-b', 'mf-a 2.0.0 holds 60 % (asha). Ask them to complete or halt, or take at most 40 %.'],
])('%s of %i %% is refused, and the message says who holds the other shares', (_, share, id, problem) => {
  const found = findShareProblem('production', share, running, id);
  expect(found).toEqual(problem && expect.stringContaining(`${share} % is not free in production: ${problem}`));
});

test('a canary that has all that is free is not refused with a smaller share', () => {
  const full = [hold('mf-a', 80, 'asha'), hold('mf-b', 20, 'ravi')];
  expect(findShareProblem('production', 30, full, 'mf-b')).toBe(
    '30 % is not free in production: mf-a 2.0.0 holds 80 % (asha). Ask them to complete or halt.',
  );
});
