import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { checkPackage, writePackageReport } from './check-package';

// Inside the repository, so that the compiler finds its libraries.
const cache = path.join(root, '.cache');
mkdirSync(cache, { recursive: true });
const repository = mkdtempSync(path.join(cache, 'api-report-test-'));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

const writeJson = (file: string, content: unknown) => {
  mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  writeFileSync(path.join(repository, file), JSON.stringify(content, null, 2));
};
const readJson = (file: string) => JSON.parse(readFileSync(path.join(repository, file), 'utf8'));

let packages = 0;

/** Creates a package `@shop/<name>` at 1.0.0, and an app that depends on it. */
function createPackage(source: string) {
  const name = `cart-${++packages}`;
  const folder = path.join(repository, 'shared', name);
  const packageName = `@shop/${name}`;
  writeJson(`shared/${name}/package.json`, { name: packageName, version: '1.0.0', exports: { './*': './src/*.ts' } });
  writeJson('mf-a/package.json', { name: '@shop/mf-a', version: '1.0.0', dependencies: { [packageName]: '1.0.0' } });
  writeJson('package-lock.json', {
    packages: {
      '': { name: 'shop' },
      'mf-a': { version: '1.0.0', dependencies: { [packageName]: '1.0.0' } },
      [`shared/${name}`]: { name: packageName, version: '1.0.0' },
    },
  });
  const compile = (text: string) => {
    mkdirSync(path.join(folder, 'src'), { recursive: true });
    writeFileSync(path.join(folder, 'src/use-cart.ts'), text);
    writeJson(`shared/${name}/tsconfig.json`, {
      compilerOptions: {
        strict: true,
        declaration: true,
        emitDeclarationOnly: true,
        target: 'es2022',
        types: [],
        module: 'preserve',
        moduleResolution: 'bundler',
        rootDir: '.',
        outDir: '.cache/types',
      },
      include: ['src'],
    });
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  };
  compile(source);
  return {
    packageName,
    compile,
    check: () => checkPackage(folder),
    write: () => writePackageReport(repository, folder),
    getVersion: () => readJson(`shared/${name}/package.json`).version,
    setVersion: (version: string) =>
      writeJson(`shared/${name}/package.json`, { ...readJson(`shared/${name}/package.json`), version }),
    readFile: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
  };
}

const counter = (members: string) =>
  `export class Counter { private count = 0; next() { return this.count; } ${members} }`;

const source = `
${counter('')}
export interface CartActions { add: (id: string) => void }
export function useCart(): { count: number } { return { count: 0 }; }
export function useCartActions(): CartActions { return {} as CartActions; }
`;

/** Writes the first report, replaces a text of the source, and checks the package. */
async function change(before: string, after: string) {
  const shared = createPackage(source);
  await shared.write();
  expect(await shared.check()).toEqual([]);
  shared.compile(source.replace(before, after));
  return { shared, found: await shared.check() };
}

it('asks for a report, and accepts the package when it is written', async () => {
  const shared = createPackage(source);
  expect(await shared.check()).toEqual([
    `${shared.packageName} has no API report: run "npm run api-report -- --write".`,
  ]);
  expect(await shared.write()).toEqual([`${shared.packageName} 1.0.0`]);
  expect(await shared.check()).toEqual([]);
  expect(await shared.write()).toEqual([]);
});

it('demands a minor version for a new export, and raises the package, its dependents and the lock file', async () => {
  const { shared, found } = await change('export function useCart(', 'export const max = 9;\nexport function useCart(');
  const { packageName } = shared;
  expect(found).toEqual([
    `${packageName} needs version 1.1.0, and package.json has 1.0.0, because max of ${packageName}/use-cart is added. Run "npm run api-report -- --write", which raises the version here and in the packages that depend on it, or undo the change.`,
  ]);
  expect(await shared.write()).toEqual([
    `${packageName} 1.1.0 (was 1.0.0)`,
    `  max of ${packageName}/use-cart is added`,
  ]);
  expect(await shared.check()).toEqual([]);
  expect(shared.getVersion()).toBe('1.1.0');
  expect(readJson('mf-a/package.json').dependencies).toEqual({ [packageName]: '1.1.0' });
  expect(readJson('package-lock.json').packages['mf-a'].dependencies).toEqual({ [packageName]: '1.1.0' });
  expect(shared.readFile('CHANGELOG.md')).toContain('\n## 1.1.0\n\n- Added: `max` of `use-cart`.\n');
  expect(shared.readFile('api-report.md')).toMatch(/- `max` since 1\.1\.0\n[\s\S]*- `useCart` since 1\.0\.0\n/);
});

it.each<[what: string, before: string, after: string, version: string, reason: RegExp]>([
  ['a removed export', 'export function useCart()', 'function useCart()', '2.0.0', /because useCart of \S+ is removed/],
  [
    'a member that a returned object loses',
    'add: (id: string) => void }',
    'put: (id: string) => void }',
    '2.0.0',
    /useCartActions of \S+ is changed \(Property 'add' is missing/,
  ],
  [
    'a member that a returned object gains',
    'add: (id: string) => void',
    'add: (id: string) => void; clear: () => void',
    '1.1.0',
    /CartActions of \S+ is extended; useCartActions of \S+ is extended/,
  ],
  ['an optional parameter', 'useCart()', 'useCart(_id?: string)', '1.1.0', /useCart of \S+ is extended/],
  ['a required parameter', 'useCart()', 'useCart(_id: string)', '2.0.0', /useCart of \S+ is changed/],
  [
    'a public member of a class with a private one',
    counter(''),
    counter('reset() { this.count = 0; }'),
    '1.1.0',
    /because Counter of \S+ is extended\./,
  ],
])('demands another version for %s', async (_what, before, after, version, reason) => {
  const { found } = await change(before, after);
  expect(found[0]).toContain(`needs version ${version}`);
  expect(found[0]).toMatch(reason);
});

it('accepts a change of code and comments that leaves the API as it is', async () => {
  const { found } = await change('return { count: 0 }', '// The cart is full.\n  return { count: 1 }');
  expect(found).toEqual([]);
});

it('asks for the report and for a changelog entry when a person raised the version', async () => {
  const shared = createPackage(source);
  await shared.write();
  shared.setVersion('1.0.1');
  expect(await shared.check()).toEqual([
    `The API report of ${shared.packageName} is outdated. Run "npm run api-report -- --write".`,
    `${shared.packageName} has no entry for 1.0.1 in CHANGELOG.md: run "npm run api-report -- --write", and add why.`,
  ]);
});

it('records a deprecation as a minor version, and rejects one without dates', async () => {
  const tag = (text: string) => `/** @deprecated ${text} */\nexport function useCart()`;
  const { shared, found } = await change(
    'export function useCart()',
    tag('since 2026-11-22, removed after 2027-05-22: use useCartActions'),
  );
  expect(found[0]).toMatch(/needs version 1\.1\.0, .* because useCart of \S+ is deprecated\./);
  await shared.write();
  expect(shared.readFile('api-report.md')).toContain(
    '- `useCart` since 1.0.0 — deprecated since 2026-11-22, removed after 2027-05-22: use useCartActions\n',
  );
  shared.compile(source.replace('export function useCart()', tag('use useCartActions')));
  await expect(shared.check()).rejects.toThrow(
    'src/use-cart.d.ts: useCart is deprecated in another format: write "@deprecated since 2026-11-22, removed after 2027-05-22: use X".',
  );
});
