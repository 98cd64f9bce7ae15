import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { createRemoteFiles } from '../remote-template/remote-files';
import { measureMemory } from './processes';
import { formatKilobytes, formatMegabytes, formatTable, type SectionResult, type Target } from './report';
import { author, type BenchmarkShop, listFiles, waitUntilRendered, waitUntilServed, withoutGates } from './shop';

const run = promisify(execFile);

/** Measures what more remotes and products cost. */
export async function measureGrowth(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const remotes = await measureRemotes(shop, isShort ? 3 : 45);
  const products = await measureProducts(100, isShort ? 20_000 : 100_000);
  return { ...remotes, targets: [...remotes.targets, ...products] };
}

/** Composes the shop with more remotes, and compares the first load of home. */
async function measureRemotes(shop: BenchmarkShop, additional: number): Promise<SectionResult> {
  const { environment, releases } = shop;
  const { origin, pid } = await shop.startGateway();
  const measure = async () => ({ ...(await measureFirstLoad(origin)), memory: measureMemory(pid) });
  await waitUntilServed(origin, await shop.readLiveSeq());
  const before = await measure();
  const added = [];
  for (const appRoot of await generateRemotes(additional)) {
    added.push(await publish(environment.store, { appRoot, commit: '' }));
  }
  const { live } = await promote(environment, added, author, withoutGates);
  await waitUntilServed(origin, live.seq);
  const after = await measure();
  const remotes = releases.length - 1;
  const rows = [
    { count: remotes, load: before },
    { count: remotes + additional, load: after },
  ].map(({ count, load }) => [
    `${count} remotes`,
    ...[load.document, load.files].map(formatKilobytes),
    formatMegabytes(load.memory),
  ]);
  const header = ['Composition', 'Document, KB', 'Scripts and style sheets, KB', 'Gateway, MB'];
  const value = after.document + after.files - before.document - before.files;
  return {
    targets: [{ text: `first load of home: bytes that ${additional} more remotes add`, value, limit: 2048 }],
    parts: [`Home, as a browser transfers it.\n\n${formatTable(header, rows)}`],
  };
}

/** Requests a URL as a browser does. @returns Transferred bytes of the body, still compressed. */
const requestBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

/** Measures the bytes of a page that the server renders, and of the files that it names. */
async function measureFirstLoad(url: string): Promise<{ document: number; files: number }> {
  await waitUntilRendered(url);
  const html = await (await fetch(url)).text();
  const files = await Promise.all(listFiles(html).map((file) => requestBytes(new URL(file, url).href)));
  return { document: await requestBytes(url), files: files.reduce((sum, bytes) => sum + bytes, 0) };
}

/** In the repository, so that the remotes find the packages they import. */
const remotesFolder = path.join(root, 'tooling/benchmarks/.cache/generated-remotes');

/**
 * Generates small remotes, each with one path and one screen, as `npm run new:remote` does, and builds them.
 *
 * @returns Absolute folders of the remotes.
 * @throws With the output of the build when it fails.
 */
async function generateRemotes(count: number): Promise<string[]> {
  await rm(remotesFolder, { recursive: true, force: true });
  const names = Array.from({ length: count }, (_, index) => `generated-${String(index + 1).padStart(2, '0')}`);
  const roots = await Promise.all(names.map(writeRemote));
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await run(process.execPath, [rspack, 'build', '--config', 'generated-remotes.rspack.config.ts'], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_ENV: 'production', GENERATED_REMOTES: remotesFolder },
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const remoteRoot of roots) {
    // A generated remote registers no names, so its code does not have to run to find them.
    const file = path.join(remoteRoot, 'dist/browser/build.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, names: { endpoints: [], slices: [] } }));
  }
  return roots;
}

async function writeRemote(name: string): Promise<string> {
  const remoteRoot = path.join(remotesFolder, `mf-${name}`);
  const files = createRemoteFiles({ name, path: `/${name}`, toRoot: path.relative(remoteRoot, root), versions: {} });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(remoteRoot, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return remoteRoot;
}

/** A line that `store-api/benchmark/product-list.ts` prints. */
interface ProductListMetric {
  database: string;
  products: number;
  page: number;
  milliseconds: number;
}

/** Compares a far page of a large catalogue with the first page of a small one, on PGlite and, where installed, PostgreSQL. */
async function measureProducts(few: number, many: number): Promise<Target[]> {
  const program = path.join(root, 'store-api/benchmark/product-list.ts');
  const args = ['--import', 'tsx', program, '--products', `${few},${many}`, '--pages', '1,1000'];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 ** 2 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const metrics = lines.map((line): ProductListMetric => JSON.parse(line));
  return metrics
    .filter(({ products, page }) => products === many && page > 1)
    .map(({ database, page, milliseconds }) => {
      const first = metrics.find((metric) => metric.database === database && metric.products === few);
      const text = `${database}: page ${page} of ${many} products by page 1 of ${few}`;
      return { text, value: milliseconds / (first?.milliseconds ?? Number.NaN), limit: 2 };
    });
}
