import { readJestResults, readPlaywrightResults } from './test-results';

it('reads Jest’s report: files from the root, full names, and anything but passed or failed as skipped', () => {
  const one = (title: string, status: string, ...ancestorTitles: string[]) => ({ title, status, ancestorTitles });
  const report = {
    testResults: [
      {
        name: '/work/shop/shared/cart/src/cart.test.ts',
        assertionResults: [
          one('merge', 'passed', 'rules', 'of lines'),
          one('alone', 'failed'),
          one('later', 'pending'),
          one('some day', 'todo'),
        ],
      },
    ],
  };
  const file = 'shared/cart/src/cart.test.ts';
  expect(readJestResults(report, '/work/shop')).toEqual([
    { file, name: 'rules > of lines > merge', status: 'passed' },
    { file, name: 'alone', status: 'failed' },
    { file, name: 'later', status: 'skipped' },
    { file, name: 'some day', status: 'skipped' },
  ]);
});

it('reads Playwright’s report, with groups inside files and one verdict over all browsers', () => {
  const spec = (title: string, ...statuses: string[]) => ({ title, tests: statuses.map((status) => ({ status })) });
  const own = 'buy.spec.ts';
  const report = {
    config: { rootDir: '/work/shop/e2e/journeys' },
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
  expect(readPlaywrightResults(report, '/work/shop')).toEqual([
    { file, name: 'buys', status: 'passed' },
    { file, name: 'pays', status: 'failed' },
    { file, name: 'waits', status: 'skipped' },
    { file, name: 'none', status: 'skipped' },
    { file, name: 'on a phone > buys', status: 'passed' },
  ]);
});
