import { coverStatements, formatReport } from './requirements-coverage';
import { readJestResults, readPlaywrightResults } from './test-results';

const statements = ['2.cart-01', '2.cart-02', '4.cart-01'].map((id) => ({
  id,
  says: `Statement ${id}.`,
  section: id.startsWith('2') ? '2. Screens and routes' : '4. States and transitions',
}));
const result = (title: string, status: string) => ({ title, status });

/** Results of Jest and Playwright, as their reports give them. */
const results = [
  ...readJestResults(
    {
      testResults: [
        {
          name: '/home/shop/cart.test.ts',
          assertionResults: [
            result('adds [2.cart-01]', 'passed'),
            result('adds twice [2.cart-01 2.cart-02]', 'passed'),
            result('clears [2.cart-02]', 'failed'),
            result('shows [2.cart-02]', 'pending'),
          ],
        },
      ],
    },
    '/home/shop',
  ),
  ...readPlaywrightResults(
    {
      config: { rootDir: '/home/shop/e2e' },
      suites: [
        {
          file: 'buy.spec.ts',
          specs: [],
          suites: [
            {
              file: 'buy.spec.ts',
              specs: [{ title: 'buys [2.cart-02]', tests: [{ status: 'expected' }, { status: 'unexpected' }] }],
            },
          ],
        },
      ],
    },
    '/home/shop',
  ),
];

it('covers a statement when every test that carries its id passed, and names the tests that did not', () => {
  const coverages = coverStatements(statements, results);
  expect(coverages.map(({ kind, reasons }) => [kind, ...reasons])).toEqual([
    ['covered'],
    [
      'uncovered',
      'cart.test.ts: “clears” failed',
      'cart.test.ts: “shows” was skipped',
      'e2e/buy.spec.ts: “buys” failed',
    ],
    ['uncovered', 'no test of the last run carries this id'],
  ]);
});

it('reports a statement that only journeys carry as not run when the run left journeys out', () => {
  const lines = formatReport(coverStatements(statements, results.slice(0, 2), new Set(['2.cart-01', '4.cart-01'])));
  expect(lines).toContain('  2. Screens and routes           2 of   2');
  expect(lines).toContain('  4. States and transitions       0 of   1, 1 not run (journeys)');
  expect(lines.at(-1)).toBe('  Total                           2 of   3, 1 not run (journeys)');
});
