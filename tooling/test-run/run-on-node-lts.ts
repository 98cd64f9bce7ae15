import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findNodeLts } from '../node-lts/node-lts';
import { runJest } from './run-jest';
import { noTests, type TestCounts } from './test-counts';

/** Packages of servers, which run on whichever supported release of Node the operator chose. */
const packages = ['gateway', 'release-console', 'releases', 'store-api', 'shared'];

/** Tests that spend their time in programs beside Node: an S3 server and those of PostgreSQL. */
const otherPrograms = ['releases/src/store/s3-store', 'store-api/src/backup'];

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Runs the server tests on the current LTS release of Node. Without it they count as one skipped test. */
export async function runServerTestsOnNodeLts(): Promise<TestCounts> {
  const node = findNodeLts();
  if (!node) {
    console.log(
      'The server tests on Node 24 are skipped: npm has no Node 24 for this platform, or it is not installed.',
    );
    return { ...noTests, skipped: 1 };
  }
  const start = `^${escapeRegExp(root)}${escapeRegExp(path.sep)}`;
  const paths = `${start}(?!${otherPrograms.join('|')})(${packages.join('|')})${escapeRegExp(path.sep)}`;
  return runJest({ report: 'unit-node-lts', projects: ['node'], paths, node });
}
