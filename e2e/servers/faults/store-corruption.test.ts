import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { recoverHead } from '@shop/releases/actions/recover-head';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { type FaultShop, openFaultShop, readSeq } from './kit/fault-shop';

/** Damages a file. */
const damages: Record<string, (file: string) => void> = {
  truncated: (file) => writeFileSync(file, readFileSync(file).subarray(0, 40)),
  'with one flipped bit': (file) => {
    const bytes = readFileSync(file);
    const index = bytes.length >> 1;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  },
  emptied: (file) => writeFileSync(file, ''),
  removed: (file) => rmSync(file),
  'replaced by a folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  // Root reads every file.
  ...(process.getuid?.() === 0 ? {} : { unreadable: (file: string) => chmodSync(file, 0) }),
};

/** Documents that the gateway needs for the composition that is promoted, by the pattern of their keys. */
const documents: Record<string, RegExp> = {
  HEAD: /^env\/production\/HEAD\.json$/,
  'the composition': /^env\/production\/compositions\/0*SEQ-/,
  "the shell's release.json": /^r\/shell\/SHELL\/release\.json$/,
  "the shell's Node bundle": /^r\/shell\/SHELL\/node\/server\.cjs$/,
};

const cases = Object.keys(documents).flatMap((document) =>
  Object.keys(damages).map((damage) => ({ document, damage })),
);

describe('a corrupt release store', () => {
  let shop: FaultShop;
  let promoted = 0;
  beforeAll(async () => {
    shop = await openFaultShop();
  }, 120_000);
  afterAll(() => shop?.close());

  const readServed = async () => {
    const response = await fetch(`${shop.gateway.origin}/list`);
    return { status: response.status, seq: readSeq(await response.text()) };
  };

  it.each(cases)(
    'with $document $damage does not change what the gateway serves, and is repaired',
    async (entry) => {
      const { document, damage } = entry;
      const before = await readServed();
      const { pid } = shop.gateway;
      expect(before.status).toBe(200);
      const outputBefore = shop.gateway.getOutput().length;
      const backup = path.join(shop.folder, 'backup');
      // The gateway sees nothing of the promotion before the damage is done.
      const isPaused = document !== 'HEAD';
      if (isPaused) process.kill(pid, 'SIGSTOP');
      // A release that the gateway has never loaded.
      const live = await shop.publishShell(`3.${++promoted}.0`);
      const seq = (await promote(shop.environment, [live], testAuthor, passingGates)).live.seq;
      if (!isPaused) await shop.waitForSeq(seq);
      const pattern = new RegExp(
        documents[document]?.source.replace('SEQ', String(seq)).replace('SHELL', `${live.version}-${live.digest}`) ??
          '',
      );
      const key = readdirSync(shop.releasesFolder, { recursive: true })
        .map(String)
        .find((name) => pattern.test(name));
      const file = path.join(shop.releasesFolder, key ?? 'no such document');
      cpSync(file, backup);
      damages[damage]?.(file);
      if (isPaused) process.kill(pid, 'SIGCONT');
      const isReported = () => shop.gateway.getOutput().length > outputBefore;
      await waitUntil(isReported, { timeoutMs: 20_000, message: 'the gateway reports the damage' });
      expect(await readServed()).toEqual({ status: 200, seq: isPaused ? before.seq : seq });

      rmSync(file, { recursive: true, force: true });
      if (document === 'HEAD') {
        // The log of changes is intact: a new HEAD is signed for its newest entry.
        if (damage !== 'removed') writeFileSync(file, 'damaged');
        const { head, live: recovered } = await recoverHead(shop.environment, testAuthor);
        expect(recovered.seq).toBe(seq);
        expect(head.seq).toBeGreaterThan(seq);
      } else cpSync(backup, file);
      await shop.waitForSeq(seq);
      // The next promotion reaches the gateway, without a restart.
      await shop.waitForSeq(await shop.promoteShell(promoted));
      expect(shop.gateway.pid).toBe(pid);
    },
    90_000,
  );
});
