/// <reference lib="dom" />
import { type ChildProcess, execFile, fork } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { ensureKeys } from '@shop/releases/signing/keys';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import { getStubResponse } from '@shop/releases/smoke-test/store-api-stub';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { type Browser, chromium, type Page } from 'playwright-core';
import { hasChromium } from '../browsers/find-browsers';

/*
 * Remotes that teams build with the official Module Federation plugin of rspack, webpack and Vite, from the build to a click in the
 * page. Bundlers, gateway, gates and browser are real. The stub of the smoke test is the store API.
 */
jest.setTimeout(300_000);

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'plain-remotes-'));
// Inside the repository, so that the remotes find the bundlers and React.
mkdirSync(path.join(root, 'tooling/.cache'), { recursive: true });
const team = mkdtempSync(path.join(root, 'tooling/.cache/plain-remotes-'));
const keys = path.join(folder, 'keys');
const releases = path.join(folder, 'releases');
const bundlers = ['rspack', 'webpack', 'vite'] as const;
type Bundler = (typeof bundlers)[number];

let gateway: ChildProcess | undefined;
let browser: Browser;
let shopUrl = '';

async function run(cwd: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  // The plugin of Vite does nothing in a test.
  const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...inherited } = process.env;
  const options = { cwd, env: { ...inherited, NODE_ENV: 'production', ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    ({ stdout: printed, stderr, message }) => {
      throw new Error(`${message}\n${printed}\n${stderr}`);
    },
  );
  return stdout;
}

const release = (cwd: string, ...args: string[]) =>
  run(root, ['--import', 'tsx', path.join(root, 'platform/release-cli/src/main.ts'), ...args], {
    RELEASE_STORE: releases,
    RELEASE_KEYS: keys,
    RELEASE_USER: 'asha',
    INIT_CWD: cwd,
    DATA_DIR: folder,
  });

const programs: Record<Bundler, string[]> = {
  rspack: [path.join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'],
  webpack: ['run-webpack.mjs'],
  vite: [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'],
};

/** Copies the remote `mf-ratings` under the name of a bundler, and builds it. */
async function buildRemote(bundler: Bundler): Promise<void> {
  const remote = path.join(team, `mf-${bundler}`);
  cpSync(path.join(import.meta.dirname, 'testing/plain-remote'), remote, { recursive: true });
  const names = readdirSync(remote, { recursive: true, encoding: 'utf8' }).filter((name) => path.extname(name) !== '');
  for (const name of names) {
    const file = path.join(remote, name);
    const renamed = readFileSync(file, 'utf8').replaceAll('ratings', bundler);
    rmSync(file);
    writeFileSync(file.replace('ratings', bundler), renamed);
  }
  await run(remote, programs[bundler]);
}

async function openShop(): Promise<void> {
  const store = createFileSystemStore(releases);
  await ensureKeys(keys);
  const published = await Promise.all(
    listApps().map((app) => publish(store, { appRoot: path.join(root, app), commit: '' })),
  );
  const environment = await openTestEnvironment(store, keys);
  await promote(environment, published, { by: 'asha', reason: 'opening' }, passingGates);
  const port = await findFreePort();
  gateway = fork(path.join(root, 'platform/gateway/src/server.ts'), [], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      RELEASE_ENV: 'production',
      STORE_API_URL: 'http://127.0.0.1:9',
      RELEASE_STORE: releases,
      RELEASE_KEYS: keys,
      DATA_DIR: path.join(folder, 'gateway'),
      PAGE_RENDERERS: '1',
    },
    execArgv: ['--import', 'tsx'],
    stdio: 'ignore',
  });
  shopUrl = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${shopUrl}/readyz`)).ok;
  await waitUntil(() => isReady().catch(() => false), { timeoutMs: 60_000, intervalMs: 100, message: 'it responds' });
}

beforeAll(async () => {
  await openShop();
  if (hasChromium()) browser = await chromium.launch({ executablePath: findChromium() });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  if (gateway?.kill()) await new Promise((resolve) => gateway?.once('exit', resolve));
  for (const created of [team, folder]) rmSync(created, { recursive: true, force: true });
});

interface OpenedPage {
  page: Page;
  /** Paths of the scripts that the page has requested. */
  scripts: string[];
  problems: string[];
}

/** Opens a page of the shop whose store API answers. @param change Changes the text of a script or style sheet. */
async function openPage(pathname: string, change?: (url: string, text: string) => string): Promise<OpenedPage> {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const problems: string[] = [];
  const scripts: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|Invalid hook call/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.route('**/api/v1/**', (route) => {
    const json = getStubResponse(route.request().method(), new URL(route.request().url()).pathname);
    return route.fulfill(json ? { json } : { status: 404, json: {} });
  });
  if (change) {
    await page.route('**/r/mf-*/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(route.request().url(), await response.text()) });
    });
  }
  await page.goto(shopUrl + pathname);
  return { page, scripts, problems };
}

const inShop = hasChromium() ? describe : describe.skip;
if (!hasChromium()) console.warn('No Chromium was found: plain remotes are not tested.');

inShop.each(bundlers)('a remote that %s has built with the official plugin', (bundler) => {
  const app = `mf-${bundler}`;
  /** The script of its screen. */
  const chunk = new RegExp(`/${app}/.*/${bundler}(-[\\w-]{8})?\\.js$`);

  const remote = path.join(team, app);
  /** Shows the remote in a page of another one, which no document of the server has prepared for it. */
  const navigate = (page: Page) =>
    page.evaluate((pathname) => {
      history.pushState(null, '', pathname);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/${bundler}`);
  const getColor = (page: Page) => page.getByRole('article').evaluate((element) => getComputedStyle(element).color);
  const waitForRelease = async (version: string) => {
    const isLive = async () => (await (await fetch(`${shopUrl}/${bundler}`)).text()).includes(`/r/${app}/${version}-`);
    await waitUntil(isLive, { timeoutMs: 30_000, intervalMs: 100, message: 'the shop shows it' });
  };

  it('is published with what its runtime costs, and passes every gate', async () => {
    await buildRemote(bundler);
    const output = await release(remote, 'publish', app, '--manifest', 'dist/mf-manifest.json');
    expect(output).toMatch(new RegExp(`^${app}@1\\.0\\.0 \\([0-9a-f]{12}\\) is published`));
    expect(output).toContain('browsers draw its pages: it has no Node build');
    expect(output).toMatch(
      /its pages load \d+ KB of its scripts \(brotli\), \d+ KB of them its own federation runtime/,
    );
    expect(await release(remote, 'promote', `${app}@1.0.0`, '--reason', 'first')).toContain(`${app} 1.0.0 (new)`);
    await waitForRelease('1.0.0');
  });

  it('draws its page with the React and the store of the shell', async () => {
    const { page, scripts, problems } = await openPage(`/${bundler}`);
    await page.getByText('Shop: A store').waitFor();
    await page.getByRole('button', { name: '0 stars' }).click();
    await page.getByRole('button', { name: '1 stars' }).waitFor();
    expect(await getColor(page)).toBe('rgb(200, 120, 0)');
    const own = scripts.filter((script) => script.startsWith(`/r/${app}/`));
    expect(own.length).toBeGreaterThan(2);
    // Its own copy of React is a chunk with a number, or with this word in its name.
    expect(own.filter((script) => /(\/\d+|prebuild[^/]*)\.js$/.test(script))).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('appears after a navigation in the page, and the remotes of the shop still work after it', async () => {
    const { page, problems } = await openPage('/contact');
    await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor();
    await navigate(page);
    await page.getByText('Shop: A store').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('does not run a chunk with other bytes than its release has', async () => {
    const { page } = await openPage(`/${bundler}`, (url, text) =>
      chunk.test(url) ? `${text};window.changed=1` : text,
    );
    await page.getByRole('heading', { name: 'This section is unavailable right now' }).waitFor();
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
    await page.close();
  });

  it('has its styles when a page falls back to its previous version', async () => {
    await release(remote, 'publish', app, '--version', '1.1.0', '--manifest', 'dist/mf-manifest.json');
    await release(remote, 'promote', `${app}@1.1.0`, '--reason', 'second');
    await waitForRelease('1.1.0');
    const { page, scripts } = await openPage('/contact', (url, text) =>
      url.includes(`/${app}/1.1.0-`) && chunk.test(url) ? `${text};window.changed=1` : text,
    );
    await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor();
    await navigate(page);
    await page.getByText('Shop: A store').waitFor();
    expect(scripts.filter((script) => chunk.test(script)).map((script) => script.split('/')[3]?.split('-')[0])).toEqual(
      ['1.1.0', '1.0.0'],
    );
    expect(await getColor(page)).toBe('rgb(200, 120, 0)');
    await page.close();
  });
});
