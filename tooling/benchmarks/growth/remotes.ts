import { get } from 'node:http';
import { promote } from '@shop/releases/actions/promote';
import { createGateCheck } from '@shop/releases/gates/gate';
import { createStandardGates } from '@shop/releases/gates/standard-gates';
import type { Release } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { measureMemory } from '../processes';
import { formatKilobytes, formatMegabytes, formatTable, type SectionResult } from '../report';
import { author, type BenchmarkShop, listFiles, waitUntilRendered, waitUntilServed, withoutGates } from '../shop';

/** Composes the shop with more remotes, which have one path each and no content, and compares the first load of home. */
export async function measureRemotes(shop: BenchmarkShop, additional: number): Promise<SectionResult> {
  const { environment, releases } = shop;
  const { origin, pid } = await shop.startGateway();
  const measure = async () => ({ ...(await measureFirstLoad(origin)), memory: measureMemory(pid) });
  await waitUntilServed(origin, await shop.readLiveSeq());
  const before = await measure();
  const added = await Promise.all(
    Array.from({ length: additional }, (_, index) => {
      const name = `generated-${String(index + 1).padStart(2, '0')}`;
      const build = { app: `mf-${name}`, content: name, paths: { [name]: `/${name}` }, server: 'exports.routes = {}' };
      return publishBuild(environment.store, build);
    }),
  );
  const { live } = await promote(environment, added, author, withoutGates);
  const gates = [await countGateReads(shop, releases), await countGateReads(shop, [...releases, ...added])];
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
    targets: [
      { text: `first load of home: bytes that ${additional} more remotes add`, value, limit: 1024 },
      {
        text: `gates: objects that they read twice with ${remotes + additional} remotes`,
        value: gates[1]?.repeated ?? Number.NaN,
        limit: 0,
      },
    ],
    parts: [
      `Home, as a browser transfers it.\n\n${formatTable(header, rows)}`,
      `The gates of a promotion.\n\n${formatTable(
        ['Composition', 'Reads', 'of them repeated'],
        gates.map(({ reads, repeated }, index) => [
          `${remotes + index * additional} remotes`,
          ...[reads, repeated].map(String),
        ]),
      )}`,
    ],
  };
}

/** Counts the reads of the release store by the gates of a promotion of a complete composition, without the smoke test. */
async function countGateReads({ environment: { store } }: BenchmarkShop, [shell, ...remotes]: readonly Release[]) {
  if (!shell) throw new Error('The shop has no shell.');
  const keys: string[] = [];
  const counted: ReleaseStore = {
    ...store,
    get: (key) => {
      keys.push(key);
      return store.get(key);
    },
  };
  await createGateCheck(counted, createStandardGates())({ next: { shell, remotes }, state: null });
  return { reads: keys.length, repeated: keys.length - new Set(keys).size };
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
