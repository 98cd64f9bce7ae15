import path from 'node:path';
import { parseTitle } from './tags';

/** A test with the ids that its title carries. */
export interface TestResult {
  /** Path from the root of the repository, with forward slashes. */
  file: string;
  /** Title without the tag. */
  name: string;
  ids: readonly string[];
  status: 'passed' | 'failed' | 'skipped';
}

/** The part of Jest's `--json` report that is used here. */
export interface JestReport {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

/** The part of Playwright's JSON report that is used here. The outermost suites are files. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

const createResult = (root: string, file: string, title: string, status: TestResult['status']): TestResult => {
  const { text, ids } = parseTitle(title);
  return { file: path.relative(root, file).split(path.sep).join('/'), name: text, ids, status };
};

/** @param root Absolute path of the repository. Jest reports absolute paths below it. */
export const readJestResults = ({ testResults }: JestReport, root: string): TestResult[] =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ title, status }) =>
      createResult(root, file, title, status === 'passed' || status === 'failed' ? status : 'skipped'),
    ),
  );

/** A test that runs in several browsers passes when it passes in all of them. */
export function readPlaywrightResults({ config, suites }: PlaywrightReport, root: string): TestResult[] {
  const toStatus = (tests: { status: string }[]): TestResult['status'] => {
    if (tests.some(({ status }) => status === 'unexpected')) return 'failed';
    return tests.length === 0 || tests.some(({ status }) => status === 'skipped') ? 'skipped' : 'passed';
  };
  const read = ({ file, specs, suites: inner = [] }: PlaywrightSuite): TestResult[] => [
    ...specs.map(({ title, tests }) => createResult(root, path.resolve(config.rootDir, file), title, toStatus(tests))),
    ...inner.flatMap(read),
  ];
  return suites.flatMap(read);
}
