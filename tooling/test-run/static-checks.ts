import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { getBin, runProgram } from './run-program';
import type { Step } from './run-steps';

/** Checks that read the sources and run no test. */
export const staticChecks: readonly Step[] = [
  { name: 'Formatting and lint', run: () => runProgram(getBin('biome'), ['ci', '--error-on-warnings', '.']) },
  {
    name: 'Promises and long functions',
    run: () => runProgram(getBin('oxlint'), ['--type-aware', '--deny-warnings', '.']),
  },
  // `npm run release` compiles remotes, so types are dependencies of release-cli.
  { name: 'Package versions', run: () => runProgram(getBin('sherif'), ['--ignore-rule', 'types-in-dependencies']) },
  { name: 'Architecture rules', run: checkArchitectureRules },
  { name: 'Types', run: () => runProgram(getBin('tsc'), ['-b']) },
  {
    name: 'API reports',
    run: () => runProgram(process.execPath, ['--import', 'tsx', 'tooling/commands/api-report.ts']),
  },
  { name: 'Unused files, exports and dependencies', run: () => runProgram(getBin('knip'), []) },
];

function checkArchitectureRules(): Promise<void> {
  const preload = ['--import', './tooling/checks/depcruise-tsx.mjs'];
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const folders = workspaces.map((workspace) => workspace.replace(/\/\*$/, ''));
  return runProgram(process.execPath, [...preload, program, '--config', '.dependency-cruiser.cjs', ...folders]);
}
