import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findNodeLts } from '../node-lts/node-lts';
import { runJest } from './run-jest';
import { noTests, type TestCounts } from './run-steps';

/**
 * Parts of the servers that depend on Node: processes, sockets, files, signatures, WebAssembly and the code of releases. Servers
 * run on whichever supported release of Node the operator chose. The rules of the shop run on one version.
 */
const parts = [
  ...['composition', 'data', 'http', 'operation', 'overload', 'release-files', 'rendering'].map(
    (folder) => `platform/gateway/src/${folder}/`,
  ),
  'platform/release-console/server/',
  ...['private-files', 'signed-links', 'signing', 'store'].map((folder) => `platform/releases/src/${folder}/`),
  ...['database', 'http', 'operation', 'overload', 'seed'].map((folder) => `store-api/src/${folder}/`),
  'store-api/src/[^/]*$',
  'shared/',
];

/** Tests that spend their time in a program other than Node: an S3 server. */
const otherPrograms = ['platform/releases/src/store/s3-store'];

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
  const paths = `${start}(?!${otherPrograms.join('|')})(${parts.join('|')})`;
  return runJest({ report: 'unit-node-lts', projects: ['node'], paths, node });
}
