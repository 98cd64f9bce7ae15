import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { promote } from '@shop/releases/actions/promote';
import { listReleases } from '@shop/releases/release/list-releases';
import { publish as publishRelease } from '@shop/releases/release/publish';
import { getReleasePrefix, parseRelease } from '@shop/releases/release/release';
import { ensureKeys } from '@shop/releases/signing/keys';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { chromium, type Page } from 'playwright-core';
import { hasChromium } from '../browsers/find-browsers';
import { buildPackages } from './build-packages';
import { publishPackages } from './publish-packages';

/*
 * A remote in a repository of its own, from an empty folder to a live version: with the published packages, a lock file and a
 * patch of React of its own. The registry, the gateway and npm are real. Public packages come from the registry that npm is
 * configured with.
 */
jest.setTimeout(240_000);

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'outside-'));
const remote = path.join(folder, 'team/mf-reviews');
const shopFolder = path.join(folder, 'shop');
const keysFolder = path.join(shopFolder, 'release-keys');
const store = createFileSystemStore(path.join(shopFolder, 'releases'));
const repository = 'https://git.example/reviews/mf-reviews.git';
const started: ChildProcess[] = [];
let registry = '';
let shopUrl = '';

/** The settings of npm that name its registry. The others, and those of this test run, must not reach the remote's commands. */
const isInherited = (name: string) =>
  /^npm_config_(registry|userconfig|cache|cafile|https?_proxy)$/.test(name) ||
  !/^(npm_|INIT_CWD|NODE_ENV|NODE_OPTIONS|JEST_|RELEASE_|DATA_DIR)/.test(name);
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => isInherited(name)));
const npmSettings = {
  npm_config_cache: path.join(folder, 'npm-cache'),
  npm_config_userconfig: path.join(folder, 'npmrc'),
  npm_config_prefer_offline: 'true',
  npm_config_omit_lockfile_registry_resolved: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_loglevel: 'error',
};
const settings = {
  RELEASE_STORE: path.join(shopFolder, 'releases'),
  RELEASE_KEYS: keysFolder,
  RELEASE_USER: 'asha',
};

/** Runs a program. @returns What it prints. */
async function run(cwd: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...inherited, ...env } });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
}

const npm = (cwd: string, ...args: string[]) => run(cwd, 'npm', args, npmSettings);
const release = (...args: string[]) => run(remote, 'npm', ['run', '--silent', 'release', '--', ...args], settings);

/** Starts a server, which the test ends at last. */
function startServer(file: string, args: string[], env: NodeJS.ProcessEnv, execArgv: string[] = []): void {
  const child = fork(file, args, {
    cwd: root,
    env: { ...inherited, ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.push(child);
}

/** Waits until a condition holds. A failed check counts as a condition that does not hold. */
const waitFor = (isDone: () => Promise<boolean>, message: string) =>
  waitUntil(() => isDone().catch(() => false), { timeoutMs: 30_000, intervalMs: 100, message });

/** Starts a registry that has the packages of the shop for people who sign in, and no connection to a public registry. */
async function startRegistry(): Promise<void> {
  const port = await findFreePort();
  registry = `http://127.0.0.1:${port}/`;
  const file = path.join(folder, 'registry.yaml');
  const lines = [
    `storage: ${path.join(folder, 'registry')}`,
    `auth: { htpasswd: { file: ${path.join(folder, 'registry-users')} } }`,
    "packages: { '@shop/*': { access: $authenticated, publish: $authenticated } }",
    'log: { type: stdout, format: json, level: error }',
  ];
  writeFileSync(file, lines.join('\n'));
  const program = path.join(root, 'node_modules/verdaccio/bin/verdaccio');
  startServer(program, ['--config', file, '--listen', `127.0.0.1:${port}`], {});
  await waitFor(async () => (await fetch(`${registry}-/ping`)).ok, 'the registry responds');
}

/** Signs the team in to the registry, as `npm login` does. The other settings of the person who runs the test stay. */
async function signIn(): Promise<void> {
  const settingsFile = (await run(root, 'npm', ['config', 'get', 'userconfig', '--loglevel=error'])).trim();
  if (existsSync(settingsFile)) copyFileSync(settingsFile, npmSettings.npm_config_userconfig);
  const user = { name: 'team', password: 'a password of the team' };
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'PUT', headers, body: JSON.stringify(user) };
  const response = await fetch(`${registry}-/user/org.couchdb.user:team`, options);
  const { token } = (await response.json()) as { token: string };
  await npm(folder, 'config', 'set', `${registry.replace('http:', '')}:_authToken`, token);
}

const packagesFolder = path.join(folder, 'packages');
const publish = () => publishPackages(packagesFolder, [], { ...inherited, ...npmSettings });

/** Publishes the packages, and again the one that a later commit has changed. */
async function publishTwice(): Promise<void> {
  const settings = { scope: '@shop', registry, repository: 'https://git.example/shop/storefront' };
  const built = (await buildPackages(settings, packagesFolder)).map(({ name, version }) => `${name}@${version}`).sort();
  expect(await publish()).toEqual({ published: built, known: [] });
  const file = path.join(packagesFolder, 'create-remote/package.json');
  const { version, ...others } = JSON.parse(readFileSync(file, 'utf8'));
  const next = version.replace(/\d+$/, (patch: string) => String(Number(patch) + 1));
  writeFileSync(file, JSON.stringify({ ...others, version: next }));
  const kept = built.filter((name) => !name.startsWith('@shop/create-remote@'));
  expect(await publish()).toEqual({ published: [`@shop/create-remote@${next}`], known: kept });
}

/** Publishes the built apps of this repository and starts a gateway for them. @returns Its address. */
async function startShop(): Promise<string> {
  await ensureKeys(keysFolder);
  const releases = await Promise.all(
    listApps().map((app) => publishRelease(store, { appRoot: path.join(root, app), commit: '' })),
  );
  const environment = await openTestEnvironment(store, keysFolder);
  await promote(environment, releases, { by: 'asha', reason: 'first' }, passingGates);
  const port = await findFreePort();
  const settings = { PORT: String(port), STORE_API_URL: 'http://127.0.0.1:9', PAGE_RENDERERS: '1' };
  const data = { RELEASE_STORE: path.join(shopFolder, 'releases'), RELEASE_KEYS: keysFolder, DATA_DIR: shopFolder };
  startServer(path.join(root, 'platform/gateway/src/server.ts'), [], { ...settings, ...data }, ['--import', 'tsx']);
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${url}/readyz`)).ok, 'the gateway responds');
  return url;
}

/** Reads which version of the remote a document of the shop has. @param cookie Cookie of a preview. */
async function readVersion(cookie = ''): Promise<string | undefined> {
  const html = await (await fetch(`${shopUrl}/reviews`, { headers: { cookie } })).text();
  const [, text = '{}'] = html.match(/<script[^>]*id="composition"[^>]*>(.*?)<\/script>/s) ?? [];
  const { remotes = [] }: { remotes?: { name: string; version: string }[] } = JSON.parse(text);
  return remotes.find(({ name }) => name === 'mf-reviews')?.version;
}

const expectVersion = (version: string) =>
  waitFor(async () => (await readVersion()) === version, `the shop shows ${version}`);

/** Finds a patch of the shop's minor version of React that the shop does not have. */
async function findOtherReact(): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/react/package.json'), 'utf8'));
  const found = await npm(folder, 'view', `react@~${version.replace(/\.\d+$/, '.0')}`, 'version', '--json');
  return [JSON.parse(found)].flat().find((candidate: string) => candidate !== version) ?? version;
}

/** Lets npm reuse downloads of this machine, but no earlier `create-remote`, which it caches by name. */
async function shareDownloads(): Promise<void> {
  const cache = (await run(root, 'npm', ['config', 'get', 'cache', '--loglevel=error'])).trim();
  mkdirSync(path.join(cache, '_cacache'), { recursive: true });
  mkdirSync(npmSettings.npm_config_cache);
  symlinkSync(path.join(cache, '_cacache'), path.join(npmSettings.npm_config_cache, '_cacache'));
}

let react = '';
beforeAll(async () => {
  await shareDownloads();
  await startRegistry();
  await expect(npm(folder, 'view', '@shop/ui', '--registry', registry)).rejects.toThrow(/E401/);
  await signIn();
  await publishTwice();
  shopUrl = await startShop();
  react = await findOtherReact();
}, 600_000);

afterAll(async () => {
  await Promise.all(
    started.map(
      (child) =>
        new Promise((resolve) =>
          child.exitCode === null && child.kill() ? child.once('exit', resolve) : resolve(null),
        ),
    ),
  );
  rmSync(folder, { recursive: true, force: true });
});

test('create-remote refuses to write a remote without a registry for the packages of the shop', async () => {
  const program = path.join(packagesFolder, 'create-remote/dist/main.mjs');
  const created = run(folder, process.execPath, [program, 'reviews', '--no-install']);
  await expect(created).rejects.toThrow('npm has no registry for @shop');
});

test('a team creates a remote that takes its packages from the registry and nothing from this repository', async () => {
  mkdirSync(path.dirname(remote), { recursive: true });
  writeFileSync(path.join(folder, 'team/.npmrc'), `@shop:registry=${registry}\n`);
  const options = ['--path', '/reviews', '--slot', 'product.below', '--react', react, '--repository', repository];
  const start = performance.now();
  await npm(path.dirname(remote), 'create', '@shop/remote', '--yes', '--', 'reviews', ...options);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { packages } = JSON.parse(readFileSync(path.join(remote, 'package-lock.json'), 'utf8'));
  console.log(`npm create @shop/remote: ${seconds} s, ${Object.keys(packages).length - 1} packages`);
  // The packages of the shop contain what they use of these.
  for (const name of ['lucide-react', 'msw', 'fastify']) expect(packages).not.toHaveProperty([`node_modules/${name}`]);
  const own = Object.entries<{ resolved: string }>(packages).filter(([name]) => name.includes('node_modules/@shop/'));
  expect(own.length).toBeGreaterThan(10);
  for (const [name, { resolved }] of own) expect([name, resolved]).toEqual([name, expect.stringContaining(registry)]);
  expect(packages['node_modules/react'].version).toBe(react);
  for (const name of readdirSync(path.join(remote, 'node_modules/@shop'))) {
    const installed = path.join(remote, 'node_modules/@shop', name);
    expect(realpathSync(installed)).toBe(installed);
  }
});

/** Reads the example of the test kit in CONTRIBUTING.md. Its first line names the file. */
function readTestKitExample(): string {
  const text = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, code] = /```tsx\n(\/\/ src\/contract\.test\.tsx\n.*?)```/s.exec(text) ?? [];
  if (!code) throw new Error('CONTRIBUTING.md has no example src/contract.test.tsx.');
  return code;
}

test('the remote passes its tests and the compiler, which reads the types of the packages', async () => {
  writeFileSync(path.join(remote, 'src/contract.test.tsx'), readTestKitExample());
  await npm(remote, 'test');
  await npm(remote, 'run', 'types');
  const wrong = path.join(remote, 'src/wrong.ts');
  writeFileSync(
    wrong,
    "import { useStoreInfo } from '@shop/store-info/use-store-info';\nexport const wrong: number = useStoreInfo();\n",
  );
  await expect(npm(remote, 'run', 'types')).rejects.toThrow("is not assignable to type 'number'");
  rmSync(wrong);
});

test('a test of the remote that sets no answer to a call fails with the line that sets it', async () => {
  const file = path.join(remote, 'src/unanswered.test.tsx');
  const code = `import { renderRoutes } from '@shop/testing/render-routes';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { paths } from './paths';
import { routes } from './routes';
fakeStoreApi();
test('shows its heading', async () => {
  renderRoutes({ paths, routes, at: '/reviews' });
  await screen.findByRole('button', { name: 'Try Again' });
});`;
  writeFileSync(file, code);
  const message = "GET /products was called and no answer is set: answer('GET', '/products', …)";
  await expect(npm(remote, 'test', '--', 'unanswered')).rejects.toThrow(message);
  rmSync(file);
});

test('the remote refuses a release without the settings of a shop', async () => {
  const status = run(remote, 'npm', ['run', '--silent', 'release', '--', 'status']);
  await expect(status).rejects.toThrow(/RELEASE_STORE is not set: .*\nRELEASE_KEYS is not set: /);
});

test('a release of the remote records its own repository and commit, and contains no module of this repository', async () => {
  await run(remote, 'git', ['init', '--quiet']);
  await run(remote, 'git', ['add', '--all']);
  const author = ['-c', 'user.name=Asha', '-c', 'user.email=asha@team.example'];
  await run(remote, 'git', [...author, 'commit', '-qm', 'Create it']);
  await release('publish', 'mf-reviews');
  const [id] = await listReleases(store, 'mf-reviews');
  if (!id) throw new Error('mf-reviews is not published.');
  const stored = await store.get(`${getReleasePrefix(id)}release.json`);
  const published = parseRelease(stored?.bytes ?? Buffer.from(''), 'release.json');
  const commit = (await run(remote, 'git', ['rev-parse', 'HEAD'])).trim();
  expect(published).toMatchObject({ repository, commit, names: { endpoints: ['reviewsProducts'] } });
  expect(published.consumes.react?.version).toBe(react);
  const maps = readdirSync(path.join(remote, 'dist/browser')).filter((name) => name.endsWith('.js.map'));
  const sources = maps.flatMap(
    (name) => JSON.parse(readFileSync(path.join(remote, 'dist/browser', name), 'utf8')).sources as string[],
  );
  expect(sources.some((source) => source.includes('node_modules/@shop/ui/dist/'))).toBe(true);
  expect(sources.filter((source) => source.includes(root) || /(^|\/)shared\/\w+\/src\//.test(source))).toEqual([]);
});

test('a remote that reads window when it is loaded is not published, and the message names the place', async () => {
  const screen = 'src/features/reviews/reviews.screen.tsx';
  const statement = 'export const width = window.innerWidth;\n';
  changeFile(screen, [['function Products', `${statement}function Products`]]);
  const line = readFileSync(path.join(remote, screen), 'utf8').split(statement)[0]?.split('\n').length;
  const published = release('publish', 'mf-reviews', '--version', '0.1.1').finally(() =>
    changeFile(screen, [[statement, '']]),
  );
  await expect(published).rejects.toThrow(
    `run:\n${screen}:${line} reads window when it is loaded; read it in an effect or an event handler.\n`,
  );
});

test('a team with a build of the official plugin needs the release command only', async () => {
  const plain = path.join(folder, 'team/mf-ratings');
  cpSync(path.join(import.meta.dirname, 'testing/plain-remote'), plain, { recursive: true });
  symlinkSync(path.join(remote, 'node_modules'), path.join(plain, 'node_modules'));
  await run(plain, 'node', ['node_modules/@rspack/cli/bin/rspack.js', 'build']);
  const words = ['publish', 'mf-ratings', '--manifest', 'dist/mf-manifest.json'];
  const output = await run(plain, 'node', ['node_modules/@shop/release/dist/bin.mjs', ...words], settings);
  expect(output).toMatch(/^mf-ratings@1\.0\.0 \([0-9a-f]{12}\) is published: 5 files/);
  const [id] = await listReleases(store, 'mf-ratings');
  expect(id).toMatchObject({ app: 'mf-ratings', version: '1.0.0' });
});

const inShop = hasChromium() ? test : test.skip;
if (!hasChromium()) console.warn('No Chromium was found: the promotion of an outside remote is not tested.');

/** `npm run dev` in the remote, and a page of a browser. */
interface Development {
  page: Page;
  /** Address of the shop on this machine. */
  url: string;
  devUrl: string;
  /** What the command has printed. */
  getOutput: () => string;
}

/** Runs `npm run dev` in the remote, and ends it after the work. */
async function withDevelopment(work: (development: Development) => Promise<void>): Promise<void> {
  const [port, devPort] = [await findFreePort(), await findFreePort()];
  const env = { ...inherited, SHOP_URL: shopUrl, PORT: String(port) };
  const child = spawn('npm', ['run', '--silent', 'dev', '--', '--dev-port', String(devPort)], {
    cwd: remote,
    env,
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    await waitFor(async () => output.includes('The shop runs at'), 'shop dev starts');
    const [url, devUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${devPort}`];
    await work({ page: await browser.newPage(), url, devUrl, getOutput: () => output });
  } finally {
    await browser.close();
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM');
    await exit;
  }
}

/** Changes the text of the remote's screen and expects the change in the open page. */
async function expectChangeShows(page: Page): Promise<void> {
  const text = 'This section is new. Come back soon.';
  const screen = 'src/features/reviews/reviews.screen.tsx';
  changeFile(screen, [[text, 'Changed while the page is open.']]);
  await page.getByText('Changed while the page is open.').waitFor();
  changeFile(screen, [['Changed while the page is open.', text]]);
}

inShop('shop dev shows the remote from source in the live shop, and a change of a file in the open page', () =>
  withDevelopment(async ({ page, url, devUrl, getOutput }) => {
    expect(getOutput()).toContain(`${shopUrl} has no mf-reviews in its live composition: it is added.`);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) problems.push(message.text());
    });
    await page.goto(`${url}/reviews`);
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor();
    await page.getByText('Development: mf-reviews 0.1.0 of this machine is added.').waitFor();
    await expectChangeShows(page);
    await page.getByText('This section is new. Come back soon.').waitFor();

    // Everything else comes from the live shop, with its hashes.
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (/\.js$/.test(name) ? [new URL(name).pathname] : [])),
    );
    const own = scripts.filter((script) => script.startsWith('/r/mf-reviews/'));
    expect(own.length).toBeGreaterThan(1);
    expect(own.filter((script) => !script.startsWith('/r/mf-reviews/development/'))).toEqual([]);
    expect(scripts.filter((script) => /^\/r\/shell\/.+-[0-9a-f]{12}\/main\.js$/.test(script))).toHaveLength(1);
    await page.goto(`${url}/contact`);
    await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor();
    expect(problems).toEqual([]);

    for (const file of ['mf-manifest.json', '@mf-types.zip']) {
      await waitFor(async () => (await fetch(`${devUrl}/${file}`)).ok, `${file} is served`);
    }
  }),
);

inShop('the remote is previewed, promoted and rolled back in the shop', async () => {
  const { link } = JSON.parse(await release('preview', 'mf-reviews@0.1.0', '--shop-url', shopUrl, '--json'));
  const headers = { 'sec-fetch-site': 'same-origin' };
  const preview = await fetch(link, { method: 'POST', headers, redirect: 'manual' });
  const cookie = preview.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(await readVersion(cookie)).toBe('0.1.0');
  expect(await readVersion()).toBeUndefined();

  // A test of the remote compares its build with the live shell, without a release store.
  const code = "import { expectFits } from '@shop/release/expect-fits'; await expectFits('.', process.argv[1]);";
  await run(remote, 'node', ['--input-type=module', '--eval', code, shopUrl]);

  await release('promote', 'mf-reviews@0.1.0', '--reason', 'first version');
  await expectVersion('0.1.0');
  await release('publish', 'mf-reviews', '--version', '0.2.0');
  await release('promote', 'mf-reviews@0.2.0', '--reason', 'second version');
  await expectVersion('0.2.0');
  expect(await release('status')).toMatch(/mf-reviews +0\.2\.0/);
  await release('rollback', 'mf-reviews');
  await expectVersion('0.1.0');
});

/** Replaces texts of a file of the remote. */
function changeFile(name: string, replacements: readonly (readonly [string, string])[]): void {
  const file = path.join(remote, name);
  const source = readFileSync(file, 'utf8');
  for (const [text] of replacements) expect(source).toContain(text);
  writeFileSync(
    file,
    replacements.reduce((changed, [text, replacement]) => changed.replace(text, replacement), source),
  );
}

/** Starts the remote's own backend. It permits calls of every page, as its team decides. */
async function startBackend() {
  const backend = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*').end('Five stars');
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  return { origin: `http://localhost:${(backend.address() as AddressInfo).port}`, stop: () => backend.close() };
}

inShop('the remote calls its own backend, also after a navigation from a page that may not call it', async () => {
  const backend = await startBackend();
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const links = "links: { 'footer.links': [{ text: 'Reviews', to: '/reviews', order: 100 }] }";
    changeFile('rspack.config.ts', [
      [
        'root: import.meta.dirname, paths, slots',
        `root: import.meta.dirname, paths, connect: ['${backend.origin}'], ${links}`,
      ],
    ]);
    changeFile('src/features/reviews/reviews.screen.tsx', [
      ['import { DocumentHead', "import { useEffect, useState } from 'react';\nimport { DocumentHead"],
      [
        'return (',
        `const [rating, setRating] = useState('');
  useEffect(() => {
    fetch('${backend.origin}/of/shop').then((response) => response.text()).then(setRating, () => setRating('failed'));
  }, []);
  return (`,
      ],
      ["t('This section is new. Come back soon.')", "'Rating: '.concat(rating)"],
    ]);
    await release('publish', 'mf-reviews', '--version', '0.3.0');
    await release('promote', 'mf-reviews@0.3.0', '--reason', 'ratings');
    await expectVersion('0.3.0');

    const page = await browser.newPage();
    const documents: string[] = [];
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) documents.push(new URL(response.url()).pathname);
    });
    const contact = await page.goto(`${shopUrl}/contact`);
    expect(contact?.headers()['content-security-policy']).not.toContain(backend.origin);
    await page.getByRole('link', { name: 'Reviews' }).click();
    await page.getByText('Rating: Five stars').waitFor();
    expect(documents).toEqual(['/contact', '/reviews']);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor();
    await page.goForward();
    await page.getByText('Rating: Five stars').waitFor();
  } finally {
    await browser.close();
    backend.stop();
  }
});
