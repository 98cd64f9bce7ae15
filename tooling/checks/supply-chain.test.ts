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

interface Workspace {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
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

/** Reads the table of decision 0001: packages by name with the beginning of their version, and the version that waits. */
function readWaitingUpdates() {
  const text = readFileSync(path.join(root, 'docs/decisions/0001-pinned-versions-on-node-20.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (`.+?) +\| ([\d.x, ]+?) +\| ([\d., ]+?) +\|$/gm)];
  return rows.flatMap(([, cell = '', here = '', waits = '']) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
      const [, scope = '', list = ''] = /^(.*)\{(.*)\}$/.exec(name) ?? [];
      return list ? list.split(',').map((part) => scope + part) : [name];
    });
    // One version for all packages of a row, or one for each.
    const pick = (versions: string, index: number) => versions.split(', ')[index] ?? versions;
    return names.map((name, index) => ({ name, here: pick(here, index), waits: pick(waits, index) }));
  });
}

test('decision 0001 and Dependabot name the same updates that wait, and these packages are at an earlier version', () => {
  const { updates } = parse(readFileSync(path.join(root, '.github/dependabot.yml'), 'utf8'));
  const ignored = updates[0].ignore.map((entry: Record<string, string>) => [entry['dependency-name'], entry.versions]);
  const waiting = readWaitingUpdates();
  expect(waiting.length).toBeGreaterThan(12);
  expect(Object.fromEntries(ignored)).toEqual({
    ...Object.fromEntries(waiting.map(({ name, waits }) => [name, [`>=${waits}`]])),
    // Types of the oldest Node.
    '@types/node': ['>=21'],
  });
  const { packages: locked } = readJson('package-lock.json') as { packages: Record<string, Workspace> };
  const workspaces = Object.entries(locked).filter(([folder]) => !folder.includes('node_modules/'));
  const pinned = Object.assign({}, ...workspaces.flatMap(([, own]) => [own.dependencies, own.devDependencies]));
  for (const { name, here } of waiting) {
    const version = pinned[name];
    const beginning = new RegExp(`^${here.replaceAll('.', '\\.').replaceAll('x', '\\d')}\\.`);
    expect([name, version]).toEqual([name, expect.stringMatching(beginning)]);
  }
});

test('every image of the Dockerfile, of compose and of the workflows has the tag of a version', () => {
  const workflows = readdirSync(path.join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  const files = ['platform/deploy/Dockerfile', 'platform/deploy/compose.yaml', ...workflows];
  const images = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/^(?:FROM| +(?:image|container):) (\S+)/gm)].map(([, image = '']) => image);
  });
  const stages = ['sources', 'workspace', 'bundles', 'server', 'edge-configuration'];
  const foreign = images.filter((image) => !image.startsWith('$') && !stages.includes(image));
  expect(foreign.length).toBeGreaterThan(10);
  for (const image of foreign) expect(image).toMatch(/^[\w./-]+:(?:v?\d+[\w.-]*|\$\{\{.*)$/);
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
