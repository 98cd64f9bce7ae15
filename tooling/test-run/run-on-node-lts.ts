import { findNodeLts } from '../node-lts/node-lts';
import { runJest } from './run-jest';
import { noTests, type TestCounts } from './run-steps';

/**
 * Runs the unit and integration tests on the current LTS release of Node. Without it they count as one skipped test. On that
 * release they ran in an earlier step.
 */
export async function runUnitTestsOnNodeLts(): Promise<TestCounts> {
  if (process.versions.node.startsWith('24.')) return noTests;
  const node = findNodeLts();
  if (node) return runJest({ report: 'unit-node-lts', projects: ['screens', 'node'], node });
  console.log('The tests on Node 24 are skipped: npm has no Node 24 for this platform, or it is not installed.');
  return { ...noTests, skipped: 1 };
}
