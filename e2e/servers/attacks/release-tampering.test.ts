import { brotliDecompressSync } from 'node:zlib';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { type DocumentKind, signDocument } from '@shop/releases/signing/signed-document';
import { getHeadKey, type Head, readHead } from '@shop/releases/state/head';
import { sha256 } from '@shop/releases/store/document-ref';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { listFailures } from '../../fixtures/list-failures';
import { envelopeForgeries } from './forged-envelopes';
import { type AttackedGateway, startAttackedGateway } from './kit/attacked-gateway';
import { type AttackedShop, createAttackedShop } from './kit/attacked-shop';

/** Damages of one object. Each returns the bytes that the attacker writes, or null to remove the object. */
const damages: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'one bit flipped': (bytes) => {
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    return flipped;
  },
  'one byte more': (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
  'one byte less': (bytes) => bytes.subarray(0, -1),
  'no byte': () => Buffer.alloc(0),
  'a script of the attacker': () => Buffer.from('globalThis.stolen = true;'),
  removed: () => null,
};

/** Everything that a visitor may load: the start page and each browser file of the live releases, plain and in brotli. */
const listAddresses = ({ live, remote }: Record<string, Release>) => [
  ...['/', '/a'].map((url) => ({ url, encoding: 'identity' })),
  ...[live, remote].flatMap((release) =>
    Object.keys(release?.files ?? {}).flatMap((file) =>
      ['identity', 'br'].map((encoding) => ({
        url: `/r/${release?.app}/${release?.version}-${release?.digest}/${file}`,
        encoding,
      })),
    ),
  ),
];

describe('a release store that an attacker can write but not sign', () => {
  let shop: AttackedShop;
  /** What the gateway serves for each address without an attack. */
  let honest: ReadonlyMap<string, string>;
  beforeAll(async () => {
    shop = await createAttackedShop();
    const gateway = await startAttackedGateway(shop.environment);
    honest = await loadAll(gateway);
    await gateway.close();
  });

  /** Loads every address. @returns Status and bytes by address. */
  async function loadAll(gateway: AttackedGateway): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { url, encoding } of listAddresses(shop.releases)) {
      const { statusCode, headers, rawPayload } = await gateway.get(url, { 'accept-encoding': encoding });
      // A browser runs the decompressed bytes: several brotli streams have the same ones.
      const content = headers['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload;
      found.set(`${encoding} ${url}`, statusCode === 200 ? sha256(content) : 'refused');
    }
    return found;
  }

  /** Starts a gateway on the attacked store. @returns Whether all that it serves are bytes that were promoted. */
  async function servesHonestBytes(seenSeq: number): Promise<boolean> {
    const gateway = await startAttackedGateway(shop.environment, seenSeq);
    try {
      const loaded = await loadAll(gateway);
      return [...loaded].every(([address, result]) => result === 'refused' || result === honest.get(address));
    } finally {
      await gateway.close();
    }
  }

  /** Runs an attack on a copy of the store's objects and restores them. */
  async function withAttack(attack: () => void, seenSeq = 0): Promise<boolean> {
    const before = new Map(shop.objects);
    try {
      attack();
      return await servesHonestBytes(seenSeq);
    } finally {
      shop.objects.clear();
      for (const [key, bytes] of before) shop.objects.set(key, bytes);
    }
  }

  it('serves every file of an honest store', () => {
    const refused = [...honest].filter(([, result]) => result === 'refused').map(([address]) => address);
    // The manifest of a build is for the release tools, and no browser loads source maps or the Node build in brotli.
    expect(refused.filter((address) => !/\/node\//.test(address))).toEqual([]);
    expect(honest.size).toBeGreaterThan(10);
  });

  it('never makes the gateway serve other bytes, whatever happens to one object', async () => {
    const results: [string, boolean][] = [];
    for (const [key, bytes] of [...shop.objects]) {
      for (const [name, damage] of Object.entries(damages)) {
        const changed = damage(Buffer.from(bytes));
        const attack = () => (changed ? shop.objects.set(key, changed) : shop.objects.delete(key));
        results.push([`${key}: ${name}`, await withAttack(attack)]);
      }
    }
    expect(listFailures(results)).toEqual([]);
  }, 300_000);

  it('never makes the gateway serve one object in the place of another', async () => {
    const results: [string, boolean][] = [];
    const keys = [...shop.objects.keys()];
    for (const [index, key] of keys.entries()) {
      const source = keys[(index + 1) % keys.length] ?? key;
      const attack = () => shop.objects.set(key, shop.objects.get(source) ?? new Uint8Array());
      results.push([`${key} has the bytes of ${source}`, await withAttack(attack)]);
    }
    expect(listFailures(results)).toEqual([]);
  }, 300_000);

  /** The documents that are signed, with a change that the attacker wants. */
  async function listSignedDocuments(): Promise<{ kind: DocumentKind; key: string; wanted: object }[]> {
    const { environment, releases } = shop;
    const found = await readHead(environment.store, environment.name, environment.trusted);
    if (!found) throw new Error('The shop has no HEAD.');
    const { head } = found;
    const shell = { app: 'shell', version: releases.next.version, digest: releases.next.digest };
    const composition = { schema: 1, env: environment.name, seq: head.seq, shell, remotes: [] };
    return [
      {
        kind: 'head',
        key: getHeadKey(environment.name),
        wanted: { ...head, seq: head.seq + 1, live: await getOldRef() },
      },
      { kind: 'composition', key: head.live.key, wanted: composition },
      { kind: 'log', key: head.log.key, wanted: { seq: head.seq, by: 'eve' } },
    ];
  }

  async function getOldRef(): Promise<Head['live']> {
    const old = createTestEnvironment(shop.environment.store);
    const bytes = shop.afterFirstChange.get(getHeadKey(old.name)) ?? new Uint8Array();
    const { document } = JSON.parse(Buffer.from(bytes).toString()) as { document: string };
    return (JSON.parse(document) as Head).live;
  }

  it('never makes the gateway serve a composition of a forged HEAD, composition or log', async () => {
    const results: [string, boolean][] = [];
    for (const { kind, key, wanted } of await listSignedDocuments()) {
      const honest = shop.objects.get(key) ?? new Uint8Array();
      for (const [name, forge] of Object.entries(envelopeForgeries)) {
        const forged = forge({ kind, honest, wanted, environment: shop.environment });
        results.push([`${kind}: ${name}`, await withAttack(() => shop.objects.set(key, forged))]);
      }
    }
    expect(listFailures(results)).toEqual([]);
  }, 300_000);

  it('never makes a gateway that has seen a HEAD serve an older one', async () => {
    const { environment, objects, afterFirstChange, releases } = shop;
    const head = getHeadKey(environment.name);
    const older = afterFirstChange.get(head) ?? new Uint8Array();
    const replays: Record<string, () => void> = {
      'the older HEAD': () => objects.set(head, older),
      'the complete older store': () => {
        objects.clear();
        for (const [key, bytes] of afterFirstChange) objects.set(key, bytes);
      },
      'no HEAD': () => objects.delete(head),
      'the HEAD of another environment': () => {
        const document = JSON.parse(JSON.parse(Buffer.from(older).toString()).document as string) as Head;
        objects.set(head, signDocument('head', { ...document, env: 'staging', seq: 99 }, environment.signingKey));
      },
      'an older release under the name of the live one': () => {
        for (const [key, bytes] of [...objects]) {
          const prefix = getReleasePrefix(releases.old);
          if (key.startsWith(prefix)) objects.set(getReleasePrefix(releases.live) + key.slice(prefix.length), bytes);
        }
      },
    };
    const results: [string, boolean][] = [];
    for (const [name, attack] of Object.entries(replays)) results.push([name, await withAttack(attack, 2)]);
    expect(listFailures(results)).toEqual([]);
  });

  it('serves the older composition when it was promoted again, so that a refusal means something', async () => {
    const { environment, objects } = shop;
    const found = await readHead(environment.store, environment.name, environment.trusted);
    const next = { ...found?.head, seq: 3, live: await getOldRef() };
    const attack = () => objects.set(getHeadKey(environment.name), signDocument('head', next, environment.signingKey));
    expect(await withAttack(attack, 2)).toBe(false);
  });
});
