import { formatReport } from './report';
import { coverStatements, findTagFaults } from './requirements-coverage';
import type { TestResult, TestStatus } from './test-results';

const file = 'shared/cart/src/cart.test.ts';
const statements = ['2.cart-01', '2.cart-02', '4.cart-01'].map((id) => ({ id, says: `Statement ${id}.` }));
const result = (title: string, status: TestStatus = 'passed', groups: string[] = []): TestResult => ({
  file,
  title,
  name: title.replace(/ \[.*/, ''),
  groups,
  status,
});
const kinds = (results: TestResult[], options = {}) =>
  coverStatements(statements, results, options).map(({ kind }) => kind);

it('covers a statement when every test that carries its id passed', () => {
  expect(kinds([result('a [2.cart-01]'), result('b [2.cart-01 2.cart-02]'), result('c [4.cart-01]')])).toEqual([
    'covered',
    'covered',
    'covered',
  ]);
});

it.each<[TestStatus, string]>([
  ['failed', `${file}: “b” failed`],
  ['skipped', `${file}: “b” was skipped`],
])('does not cover a statement when one of its tests is %s', (status, reason) => {
  const [coverage] = coverStatements(statements, [result('a [2.cart-01]'), result('b [2.cart-01]', status)]);
  expect(coverage).toMatchObject({ kind: 'uncovered', reasons: [reason] });
});

it('does not cover a statement that no test carries', () => {
  const [coverage] = coverStatements(statements, [result('a')]);
  expect(coverage).toMatchObject({ kind: 'uncovered', reasons: ['no test carries this id'] });
});

it('counts a statement that only journeys carry as not run when the run left journeys out', () => {
  const journeyIds = new Set(['2.cart-01', '2.cart-02']);
  const results = [result('a [2.cart-02]')];
  expect(kinds(results, { journeyIds, areJourneysSkipped: true })).toEqual(['not-run', 'covered', 'uncovered']);
  expect(kinds(results, { journeyIds })).toEqual(['uncovered', 'covered', 'uncovered']);
});

it('reports unknown ids, unsorted ids and tags of groups once each', () => {
  const group = 'the cart [2.cart-01]';
  const results = [
    result('a [2.cart-09]'),
    result('b [4.cart-01 2.cart-01]'),
    result('c', 'passed', [group]),
    result('d', 'passed', [group]),
  ];
  expect(findTagFaults(statements, results)).toEqual([
    `${file}: “a” carries the unknown id 2.cart-09.`,
    `${file}: “b” must carry each id once, in sorted order.`,
    `${file}: the group “${group}” carries a tag. Put the tag in the titles of its tests.`,
  ]);
});

it('formats the figures of each section, and each uncovered statement with its reason', () => {
  const results = [result('a [2.cart-01]'), result('b [2.cart-02]', 'failed')];
  const options = { journeyIds: new Set(['4.cart-01']), areJourneysSkipped: true };
  const lines = formatReport(coverStatements(statements, results, options));
  expect(lines).toContain('  2  Screens and routes            1 of   2');
  expect(lines).toContain('  4  States and transitions        0 of   1, 1 not run (journeys)');
  expect(lines).toContain('     Total                         1 of   3, 1 not run (journeys)');
  expect(lines.slice(-3)).toEqual(['Uncovered:', '  2.cart-02  Statement 2.cart-02.', `      ${file}: “b” failed.`]);
});
