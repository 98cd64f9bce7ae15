import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { parse } from 'yaml';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const lockFiles = ['package-lock.json', 'tooling/node-lts/package-lock.json'];
const packages = lockFiles.flatMap((file) => {
  const entries = Object.entries<LockedPackage>(readJson(file).packages);
  return entries
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, entry]) => ({ name: folder.slice(folder.lastIndexOf('node_modules/') + 13), ...entry }));
});

test('the lock files have a SHA-512 hash for every package, those of other platforms too', () => {
  expect(packages.length).toBeGreaterThan(1000);
  const unhashed = packages.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'));
  expect(unhashed.map(({ name }) => name)).toEqual([]);
});

test('the lock files name no other registry than the public one', () => {
  const hosts = packages.flatMap(({ resolved }) => (resolved ? [new URL(resolved).origin] : []));
  expect(hosts.filter((host) => host !== 'https://registry.npmjs.org')).toEqual([]);
  for (const file of lockFiles) {
    const addresses = readFileSync(path.join(root, file), 'utf8').match(/"resolved": "[a-z+]+:\/\/[^"]+/g) ?? [];
    expect(addresses.filter((address) => !address.includes('"https://registry.npmjs.org/'))).toEqual([]);
  }
});

test('npm runs no install script, and package.json names every package that has one', () => {
  expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const withScript = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  const { allowScripts } = readJson('package.json');
  expect(Object.keys(allowScripts).sort()).toEqual([...withScript].sort());
  expect(Object.values(allowScripts).filter((isAllowed) => isAllowed !== false)).toEqual([]);
});

test('Dependabot updates the packages, Node for tests, the actions and the images of the Dockerfile and of compose', () => {
  const { updates } = parse(readFileSync(path.join(root, '.github/dependabot.yml'), 'utf8'));
  const updated = updates.map((update: Record<string, string>) => [update['package-ecosystem'], update.directory]);
  expect(updated).toEqual([
    ['npm', '/'],
    ['npm', '/tooling/node-lts'],
    ['github-actions', '/'],
    ['docker', '/platform/deploy'],
    ['docker-compose', '/platform/deploy'],
  ]);
});

test('a workflow audits the packages every day', () => {
  const workflow = parse(readFileSync(path.join(root, '.github/workflows/audit.yml'), 'utf8'));
  expect(workflow.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
  const commands = workflow.jobs.packages.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(commands).toEqual(
    expect.arrayContaining([expect.stringContaining('npm audit --omit=dev'), 'npm audit signatures']),
  );
});

test('no workspace has an .npmrc of its own, which would allow install scripts again', () => {
  const { workspaces } = readJson('package.json') as { workspaces: string[] };
  const folders = workspaces.filter((workspace) => !workspace.includes('*'));
  for (const folder of folders) expect(readdirSync(path.join(root, folder))).not.toContain('.npmrc');
});
