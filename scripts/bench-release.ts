import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { halt, promote, rollback } from '@shop/releases/environment/actions';
import { type Environment, readState } from '@shop/releases/environment/change-head';
import { headKey } from '@shop/releases/environment/head';
import { checkWith } from '@shop/releases/gates/gate';
import { standardGates } from '@shop/releases/gates/standard-gates';
import { publish } from '@shop/releases/release/publish';
import { type Release, releasePrefix } from '@shop/releases/release/release';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { listApps, root } from './apps';
import { buildApps } from './build-apps';
import { startService, stopService } from './services';

/*
 * Figures of release control, all from one run on this machine: a real gateway process, the built apps, releases on the
 * file system. `npm run bench:release`.
 */
const port = 3990;
const origin = `http://localhost:${port}`;
const swaps = 100;
const shoppers = 50;
const author = { by: 'bench', reason: 'measuring' };

const folder = mkdtempSync(path.join(tmpdir(), 'bench-release-'));
const releasesFolder = path.join(folder, 'releases');
const keys = path.join(folder, 'release-keys');

const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const median = (values: number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const show = (what: string, figure: string) => console.log(`  ${what.padEnd(62)}${figure}`);

/** A second version of an app: the same build with a comment at the end of its entry. */
async function publishVariant(environment: Environment, app: string, tag: string): Promise<Release> {
  const copy = path.join(folder, 'variants', tag, app);
  await mkdir(copy, { recursive: true });
  await cp(path.join(root, app, 'dist'), path.join(copy, 'dist'), { recursive: true });
  const manifestFile = path.join(copy, 'dist/browser/build.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  await writeFile(manifestFile, JSON.stringify({ ...manifest, version: `${manifest.version}.${tag}` }));
  const entry = path.join(copy, 'dist/browser', manifest.entry);
  await writeFile(entry, `${await readFile(entry, 'utf8')}\n/* ${tag} */`);
  return publish(environment.store, { appRoot: copy, commit: '' });
}

interface Page {
  status: number;
  seq: number;
  entries: string[];
  cookie: string;
}

/** Opens a page as a browser does: the document, then the entries of shell and first remote. */
async function open(pathname: string, cookie = ''): Promise<Page> {
  const response = await fetch(origin + pathname, { headers: cookie ? { cookie } : {} });
  const html = await response.text();
  const seq = Number(html.match(/"seq":(\d+)/)?.[1] ?? 0);
  const entries = [...html.matchAll(/(?:src|href)="(\/r\/[^"]+\.js)"/g)].map(([, url = '']) => url);
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, seq, entries, cookie: given.join('; ') || cookie };
}

async function isWhole({ status, entries }: Page): Promise<boolean> {
  if (status !== 200 || entries.length === 0) return false;
  const answers = await Promise.all(entries.map(async (url) => (await fetch(origin + url)).status));
  return answers.every((answer) => answer === 200);
}

async function until(isReached: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isReached())) await new Promise((resolve) => setImmediate(resolve));
  return performance.now() - started;
}

const served = (seq: number) => until(async () => (await open('/')).seq === seq);
const seqOf = async (environment: Environment) => (await readState(environment))?.live.seq ?? 0;

async function measureSwaps(environment: Environment, versions: [Release, Release]): Promise<void> {
  const check = checkWith(environment.store, standardGates());
  const toDocument: number[] = [];
  const toLive: number[] = [];
  let isRunning = true;
  let navigations = 0;
  let failures = 0;
  const shopper = async () => {
    while (isRunning) {
      navigations++;
      if (!(await isWhole(await open('/products')).catch(() => false))) failures++;
    }
  };
  const crowd = Array.from({ length: shoppers }, shopper);
  for (let at = 0; at < swaps; at++) {
    const started = performance.now();
    const { live } = await promote(environment, [versions[at % 2] as Release], author, { check });
    toLive.push(performance.now() - started);
    toDocument.push(await served(live.seq));
  }
  isRunning = false;
  await Promise.all(crowd);
  show(`promote with all gates, under ${shoppers} shoppers (median of ${swaps})`, milliseconds(median(toLive)));
  show('from promoted to first document on it (median)', milliseconds(median(toDocument)));
  show('                                     (worst)', milliseconds(Math.max(...toDocument)));
  show(`failed navigations during ${swaps} swaps`, `${failures} of ${navigations}`);
}

async function measureCanary(environment: Environment, release: Release): Promise<void> {
  const visitors = 2000;
  await promote(environment, [release], author, { check: async () => [], canaryShare: 10 });
  await until(async () => (await open('/')).cookie !== '');
  const control = await seqOf(environment);
  const first = await Promise.all(Array.from({ length: visitors }, () => open('/')));
  const drawn = first.filter(({ seq }) => seq !== control);
  const again = await Promise.all(first.map(({ cookie }) => open('/', cookie)));
  const moved = again.filter(({ seq }, at) => seq !== first[at]?.seq).length;
  show(`canary of 10 %: share of ${visitors} visitors`, `${((100 * drawn.length) / visitors).toFixed(1)} %`);
  show('visitors who changed sides on their next page', String(moved));
  const started = performance.now();
  await halt(environment, author);
  await until(async () => (await open('/', drawn[0]?.cookie)).seq === control);
  show('halt: until a canary visitor is back', milliseconds(performance.now() - started));
}

async function measureRollback(environment: Environment, release: Release): Promise<void> {
  await promote(environment, [release], author, { check: async () => [] });
  await served(await seqOf(environment));
  const started = performance.now();
  const { live } = await rollback(environment, author, { check: async () => [] });
  await served(live.seq);
  show('rollback: from command to document', milliseconds(performance.now() - started));
}

async function measureRaces(environment: Environment): Promise<void> {
  const racing = { ...environment, name: 'races' };
  const apps = await Promise.all(
    listApps().map((app) => publish(environment.store, { appRoot: path.join(root, app), commit: '' })),
  );
  const [shell, ...remotes] = apps as [Release, ...Release[]];
  await promote(racing, [shell], author, { check: async () => [] });
  const claims = Array.from({ length: 24 }, (_, at) => ({ ...(remotes[0] as Release), app: `mf-race-${at}` }));
  await Promise.all(claims.map((claim) => promote(racing, [claim], author, { check: async () => [] })));
  const kept = (await readState(racing))?.live.remotes.length ?? 0;
  show('lost updates of 24 racing promoters', String(24 - kept));
}

/** Changes one link of the chain at a time, and looks whether the shop takes the bait. */
async function measureTampering(environment: Environment, release: Release): Promise<void> {
  const before = await seqOf(environment);
  const head = path.join(releasesFolder, headKey(environment.name));
  const kept = await readFile(head);
  const refused: string[] = [];
  const stays = async (link: string) => {
    // Four looks of the gateway.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if ((await open('/')).seq === before) refused.push(link);
    await writeFile(head, kept);
  };
  const text = kept.toString();
  await writeFile(head, text.replace(/\\"seq\\":\d+/, '\\"seq\\":999999'));
  await stays('HEAD');
  const server = path.join(releasesFolder, releasePrefix(release), release.server);
  await writeFile(server, `${await readFile(server, 'utf8')}\n/* evil */`);
  const findings = await checkWith(
    environment.store,
    standardGates(),
  )({
    next: { shell: release, remotes: [] },
    state: null,
  });
  if (findings.some(({ gate }) => gate === 'whole-files')) refused.push('release file');
  const state = await readState(environment);
  const set = path.join(releasesFolder, state?.head.live.key ?? '');
  const keptSet = await readFile(set);
  await writeFile(set, keptSet.toString().replace('mf-catalog', 'mf-evil'));
  if (
    await readState(environment).then(
      () => false,
      () => true,
    )
  )
    refused.push('composition');
  await writeFile(set, keptSet);
  show('tampering refused', refused.join(', '));
}

console.log('Building…');
await buildApps(console.log);
await ensureKeys(keys);
const store = createFileSystemStore(releasesFolder);
const [signingKey, trusted] = await Promise.all([readSigningKey(keys), readTrustedKeys(keys)]);
const environment: Environment = { store, name: 'production', signingKey, trusted };
const releases = await Promise.all(
  listApps().map((app) => publish(store, { appRoot: path.join(root, app), commit: '' })),
);
await promote(environment, releases, author, { check: checkWith(store, standardGates()) });
const catalog = releases.find(({ app }) => app === 'mf-catalog') as Release;
const variant = await publishVariant(environment, 'mf-catalog', 'b');
const gateway = await startService('gateway', 'gateway/src/server.ts', { PORT: String(port), DATA_DIR: folder });
console.log('');
try {
  await measureSwaps(environment, [variant, catalog]);
  await measureCanary(environment, variant);
  await measureRollback(environment, variant);
  await measureRaces(environment);
  await measureTampering(environment, await publishVariant(environment, 'shell', 'evil'));
} finally {
  await stopService(gateway);
  rmSync(folder, { recursive: true, force: true });
}
