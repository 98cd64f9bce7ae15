import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { formatSettingsDocument, listVariables } from './settings-table';

test('docs/settings.md lists the process variables as the servers and commands declare them', () => {
  // Write it with `node tooling/run.mjs settings`.
  expect(readFileSync(path.join(root, 'docs/settings.md'), 'utf8')).toBe(formatSettingsDocument());
});

test('the servers and commands have at most 41 process variables, each with a meaning', () => {
  const variables = listVariables();
  expect(variables.length).toBeLessThanOrEqual(41);
  expect(variables.filter(({ meaning }) => meaning === '')).toEqual([]);
});
