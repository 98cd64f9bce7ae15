import path from 'node:path';

export type TestStatus = 'passed' | 'failed' | 'skipped';

export interface TestResult {
  /** Path from the root of the repository, with forward slashes. */
  file: string;
  /** Full name: `describe > test`. */
  name: string;
  status: TestStatus;
}

/** What Jest's `--json` writes, as far as it is read here. */
export interface JestReport {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

/** What Playwright's JSON reporter writes, as far as it is read here. The outermost suites are files. */
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

const joinTitles = (titles: readonly string[]) => titles.join(' > ');
const fromRoot = (root: string, file: string) => path.relative(root, file).split(path.sep).join('/');

/** @param root Absolute path of the repository, which Jest's absolute paths lie below. */
export function readJestResults({ testResults }: JestReport, root: string): TestResult[] {
  const toStatus = (status: string): TestStatus =>
    status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped';
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: fromRoot(root, file),
      name: joinTitles([...ancestorTitles, title]),
      status: toStatus(status),
    })),
  );
}

/** A test that runs in several browsers has passed when it has passed in all of them. */
export function readPlaywrightResults({ config, suites }: PlaywrightReport, root: string): TestResult[] {
  const toStatus = (tests: { status: string }[]): TestStatus => {
    if (tests.some(({ status }) => status === 'unexpected')) return 'failed';
    return tests.length === 0 || tests.some(({ status }) => status === 'skipped') ? 'skipped' : 'passed';
  };
  const read = (suite: PlaywrightSuite, titles: readonly string[]): TestResult[] => [
    ...suite.specs.map(({ title, tests }) => ({
      file: fromRoot(root, path.resolve(config.rootDir, suite.file)),
      name: joinTitles([...titles, title]),
      status: toStatus(tests),
    })),
    ...(suite.suites ?? []).flatMap((inner) => read(inner, [...titles, inner.title])),
  ];
  return suites.flatMap((suite) => read(suite, []));
}
