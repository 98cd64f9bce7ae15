import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { parse } from 'yaml';
import { formatSettingsDocument, listVariables } from './settings-table';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('docs/settings.md lists the process variables as the servers and commands declare them', () => {
  // Write it with `node tooling/run.mjs settings`.
  expect(read('docs/settings.md')).toBe(formatSettingsDocument());
});

test('the servers and commands have at most 41 process variables, each with a meaning', () => {
  const variables = listVariables();
  expect(variables.length).toBeLessThanOrEqual(41);
  expect(variables.filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('each variable that platform/deploy/README.md names for .env reaches every server that reads it', () => {
  const { services } = parse(read('platform/deploy/compose.yaml'), { merge: true });
  const containers: Record<string, string> = {
    gateway: 'gateway-1',
    'store API': 'store-api-1',
    console: 'release-service',
  };
  const [, table = ''] = read('platform/deploy/README.md').split('Write them into `.env`:');
  const rows = table.trim().split('\n\n')[0]?.split('\n') ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_0-9]+/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  const missing = listVariables()
    .filter(({ name }) => named.includes(name))
    .flatMap(({ name, readers }) => readers.map((reader) => ({ name, container: containers[reader] })))
    .filter(({ name, container }) => container !== undefined && !(name in services[container].environment));
  expect(missing).toEqual([]);
});
