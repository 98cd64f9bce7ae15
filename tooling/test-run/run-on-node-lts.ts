import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findNodeLts } from '../node-lts/node-lts';
import { runJest } from './run-jest';
import { noTests, type TestCounts } from './test-counts';

/** Packages that run in production on Node, on whichever supported release the operator chose. */
const packages = ['gateway', 'release-cli', 'release-console', 'releases', 'store-api', 'shared'];

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
  const paths = `^${escapeRegExp(root)}${escapeRegExp(path.sep)}(${packages.join('|')})${escapeRegExp(path.sep)}`;
  return runJest({ report: 'unit-node-lts', projects: ['node'], paths, node });
}
