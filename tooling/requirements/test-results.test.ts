import { readJestResults, readPlaywrightResults } from './test-results';

it('reads files, names and statuses from a Jest report, and counts pending tests as skipped', () => {
  const result = (title: string, status: string, ...ancestorTitles: string[]) => ({ title, status, ancestorTitles });
  const report = {
    testResults: [
      {
        name: '/home/shop/shared/cart/src/cart.test.ts',
        assertionResults: [
          result('merge [4.cart-01]', 'passed', 'rules', 'of lines'),
          result('alone', 'failed'),
          result('later', 'pending'),
          result('some day', 'todo'),
        ],
      },
    ],
  };
  const file = 'shared/cart/src/cart.test.ts';
  expect(readJestResults(report, '/home/shop')).toEqual([
    {
      file,
      name: 'rules > of lines > merge',
      title: 'merge [4.cart-01]',
      groups: ['rules', 'of lines'],
      status: 'passed',
    },
    { file, name: 'alone', title: 'alone', groups: [], status: 'failed' },
    { file, name: 'later', title: 'later', groups: [], status: 'skipped' },
    { file, name: 'some day', title: 'some day', groups: [], status: 'skipped' },
  ]);
});

it('reads groups from a Playwright report, and one status for all browsers of a test', () => {
  const spec = (title: string, ...statuses: string[]) => ({ title, tests: statuses.map((status) => ({ status })) });
  const own = 'buy.spec.ts';
  const report = {
    config: { rootDir: '/home/shop/e2e/journeys' },
    suites: [
      {
        title: own,
        file: own,
        specs: [
          spec('buys', 'expected'),
          spec('pays', 'expected', 'unexpected'),
          spec('waits', 'skipped'),
          spec('none'),
        ],
        suites: [{ title: 'on a phone', file: own, specs: [spec('buys', 'expected', 'flaky')] }],
      },
    ],
  };
  const file = 'e2e/journeys/buy.spec.ts';
  expect(readPlaywrightResults(report, '/home/shop')).toEqual([
    { file, name: 'buys', title: 'buys', groups: [], status: 'passed' },
    { file, name: 'pays', title: 'pays', groups: [], status: 'failed' },
    { file, name: 'waits', title: 'waits', groups: [], status: 'skipped' },
    { file, name: 'none', title: 'none', groups: [], status: 'skipped' },
    { file, name: 'on a phone > buys', title: 'buys', groups: ['on a phone'], status: 'passed' },
  ]);
});
