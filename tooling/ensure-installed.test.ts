import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

const folder = mkdtempSync(path.join(tmpdir(), 'old-node-'));

/** Programs that people start with the Node of their system, and the files that these load. */
const files = [
  ...['tooling/run.mjs', 'tooling/ensure-installed.mjs', 'tooling/installed-packages.mjs'],
  ...['platform/deploy/deploy-local.mjs', 'platform/deploy/local-secrets.mjs'],
];

/** What Node 18 does not have. */
const missing = {
  'import.meta.dirname': 'undefined',
  'util.parseEnv': 'undefined',
};
const asOldNode = (code: string) =>
  Object.entries(missing).reduce((text, [name, value]) => text.replaceAll(name, value), code);

test.each(['tooling/run.mjs', 'platform/deploy/deploy-local.mjs'])('%s says that Node is too old', (program) => {
  for (const file of files) {
    cpSync(path.join(root, file), path.join(folder, file));
    writeFileSync(path.join(folder, file), asOldNode(readFileSync(path.join(root, file), 'utf8')));
  }
  const version = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(version)}`, path.join(folder, program)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    'Node 18.20.4 is too old: install Node 20.19 or newer, then run the command again.',
  ]);
});

test('no program that checks Node imports a name that an old Node does not have', () => {
  for (const file of files) {
    const imports = readFileSync(path.join(root, file), 'utf8').match(/^import .*/gm) ?? [];
    expect([file, imports.filter((line) => /\{.*\b(parseEnv|styleText|globSync)\b.*\}/.test(line))]).toEqual([
      file,
      [],
    ]);
  }
});
