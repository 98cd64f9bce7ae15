import path from 'node:path';
import { parseTitle } from './tags';

export type TestStatus = 'passed' | 'failed' | 'skipped';

export interface TestResult {
  /** Path from the root of the repository, with forward slashes. */
  file: string;
  /** Full name without the tag: `describe > test`. */
  name: string;
  /** The title of the test itself, with its tag. */
  title: string;
  /** The titles of the groups around the test, outermost first. */
  groups: readonly string[];
  status: TestStatus;
}

/** The part of Jest's `--json` report that is used here. */
export interface JestReport {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

/** The part of Playwright's JSON report that is used here. The outermost suites are files. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

const toNames = (groups: readonly string[], title: string) => ({
  name: [...groups, parseTitle(title).text].join(' > '),
  title,
  groups,
});
const fromRoot = (root: string, file: string) => path.relative(root, file).split(path.sep).join('/');

/** @param root Absolute path of the repository. Jest reports absolute paths below it. */
export function readJestResults({ testResults }: JestReport, root: string): TestResult[] {
  const toStatus = (status: string): TestStatus =>
    status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped';
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: fromRoot(root, file),
      ...toNames(ancestorTitles, title),
      status: toStatus(status),
    })),
  );
}

/** A test that runs in several browsers passes when it passes in all of them. */
export function readPlaywrightResults({ config, suites }: PlaywrightReport, root: string): TestResult[] {
  const toStatus = (tests: { status: string }[]): TestStatus => {
    if (tests.some(({ status }) => status === 'unexpected')) return 'failed';
    return tests.length === 0 || tests.some(({ status }) => status === 'skipped') ? 'skipped' : 'passed';
  };
  const read = (suite: PlaywrightSuite, titles: readonly string[]): TestResult[] => [
    ...suite.specs.map(({ title, tests }) => ({
      file: fromRoot(root, path.resolve(config.rootDir, suite.file)),
      ...toNames(titles, title),
      status: toStatus(tests),
    })),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...titles, inner.title])),
  ];
  return suites.flatMap((suite) => read(suite, []));
}
