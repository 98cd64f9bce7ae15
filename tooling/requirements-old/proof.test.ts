import { prove } from './proof';
import { reportLines } from './report';
import type { Statement } from './statements';
import type { TestResult } from './test-results';

const file = 'shared/cart/src/cart.test.ts';
const journey = 'e2e/journeys/buy.spec.ts';
const results: TestResult[] = [
  { file, name: 'rules > ignore a quantity of 0', status: 'passed' },
  { file, name: 'rules > ignore a quantity of -1', status: 'passed' },
  { file, name: 'rules > remove one (or all)', status: 'passed' },
  { file, name: 'storage > is read', status: 'failed' },
  { file, name: 'storage > is kept', status: 'skipped' },
  { file: journey, name: 'buys', status: 'passed' },
];
const statement = (...tests: [file: string, name: string][]): Statement => ({
  id: '4.cart-01',
  says: 'Lower values are ignored.',
  tests: tests.map(([place, name]) => ({ file: place, name })),
});
const reasons = (...tests: [file: string, name: string][]) => {
  const proof = prove(statement(...tests), results);
  return proof.kind === 'unproved' ? proof.reasons : [];
};

it.each([
  ['rules > ignore a quantity of 0'],
  ['rules > ignore a quantity of *'],
  ['rules > remove one (or all)'],
  ['*'],
])('takes %p for the name of a test, or of several', (name) =>
  expect(reasons([file, name]).join()).not.toContain('has no test'),
);

it('is proved by tests that all have passed', () => {
  expect(prove(statement([file, 'rules > *'], [journey, 'buys']), results).kind).toBe('proved');
});

it.each<[string, string, string]>([
  [file, 'ignore a quantity of 0', `${file} has no test “ignore a quantity of 0”`],
  [file, 'rules > remove one .or all.', `${file} has no test “rules > remove one .or all.”`],
  [file, 'storage > is read', `${file}: “storage > is read” failed`],
  [file, 'storage > is kept', `${file}: “storage > is kept” was skipped`],
  [file, '*', `${file}: “storage > is read” failed`],
  ['gone.test.ts', 'x', 'gone.test.ts does not exist or did not run'],
])('is not proved by %s, %p', (place, name, reason) => {
  expect(reasons([place, name])).toEqual([reason]);
});

it('is not proved by nothing', () => {
  expect(reasons()).toEqual(['no test is named']);
});

it('waits for journeys that were left out, unless other tests prove it', () => {
  const fast = (...tests: [file: string, name: string][]) =>
    prove(statement(...tests), results.slice(0, -1), { areJourneysLeftOut: true }).kind;
  expect(fast([journey, 'buys'])).toBe('not-run');
  expect(fast([journey, 'buys'], [file, 'rules > *'])).toBe('proved');
  expect(fast([journey, 'buys'], [file, 'storage > *'])).toBe('unproved');
});

it('reports figures by section, and what is not proved', () => {
  const proofs = [
    prove(statement([file, 'rules > *']), results),
    prove(statement([file, 'storage > is read']), results),
    prove(statement([journey, 'buys']), [], { areJourneysLeftOut: true }),
  ];
  const lines = reportLines(proofs);
  expect(lines).toContain('  4  States and transitions        1 of   3, 1 left to journeys that did not run');
  expect(lines).toContain('     in all                        1 of   3, 1 left to journeys that did not run');
  expect(lines.slice(-3)).toEqual([
    'Not proved:',
    '  4.cart-01  Lower values are ignored.',
    `      ${file}: “storage > is read” failed.`,
  ]);
});
