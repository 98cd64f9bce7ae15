import { lock, unlock } from '../actions/lock';
import { recoverHead } from '../actions/recover-head';
import { createSigner } from '../signer/create-signer';
import { createCountingStore } from '../testing/counting-store';
import { createMemoryStore } from '../testing/memory-store';
import { writeReleaseLog } from '../testing/release-log';
import { createTestEnvironment, testAuthor } from '../testing/test-environment';
import {
  type AuditLogEntry,
  findAuditLogEntry,
  isSameFinding,
  readAuditLog,
  readAuditLogEntry,
  signAuditLogEntry,
} from './audit-log';
import { getHeadKey, readHead } from './head';

/** Creates an environment with a log of some changes. */
async function createLog(entries: number) {
  const objects = new Map<string, Uint8Array>();
  const { store, takeCount } = createCountingStore(createMemoryStore(objects));
  const environment = createTestEnvironment(store);
  await writeReleaseLog(environment, { entries, releases: 2, write: (key, bytes) => void objects.set(key, bytes) });
  const { name, trusted, signingKey } = environment;
  const readNewest = async () => {
    const found = await readHead(store, name, trusted);
    if (!found) throw new Error('nothing is live');
    return found.head;
  };
  const find = async (seq: number) => findAuditLogEntry(environment, await readNewest(), seq);
  /** Finds the entry in the chain from HEAD. */
  const findByChain = async (seq: number): Promise<AuditLogEntry | undefined> => {
    for await (const entry of readAuditLog(store, (await readNewest()).log, trusted))
      if (entry.seq <= seq) return entry;
    return undefined;
  };
  const read = async (seq: number) => {
    const ref = await find(seq);
    return ref ? readAuditLogEntry(store, ref, trusted) : undefined;
  };
  /** Leaves the entry of a change that lost a race, or of a store before a restore. */
  const addLoser = async (seq: number, changes: Partial<AuditLogEntry> = {}) => {
    const entry = await findByChain(seq);
    if (!entry) throw new Error(`there is no change ${seq}`);
    const { signed } = signAuditLogEntry({ ...entry, by: 'a loser', ...changes }, signingKey);
    objects.set(signed.key, Buffer.from(signed.text));
  };
  const getKey = (seq: number) => [...objects.keys()].find((key) => key.includes(`/log/00000${seq}-`)) ?? '';
  return { environment, objects, find, read, findByChain, addLoser, getKey, takeCount };
}

it.each<[found: number | undefined, logged: number | undefined, isSame: boolean]>([
  [734, 734, true],
  [600, 734, true],
  [1101, 734, true],
  [1102, 734, false],
  [5000, 734, false],
  [5000, undefined, true],
  [undefined, 734, true],
])('a finding that was measured at %p is the same as a logged one at %p: %p', (found, logged, isSame) => {
  const createFinding = (measured: number | undefined) => ({
    gate: 'smoke-test',
    app: 'mf-a',
    problem: `/a blocks the main thread for ${measured ?? 0} ms`,
    ...(measured === undefined ? {} : { measured }),
  });
  expect(isSameFinding(createFinding(found), createFinding(logged))).toBe(isSame);
});

describe('an entry of the audit log, found by its number', () => {
  it.each([0, 1, 2, 5, 8, 9, 10, 99])('is that of the chain up to %i', async (seq) => {
    const { read, findByChain } = await createLog(9);
    expect(await read(seq)).toEqual(await findByChain(seq));
  });

  it.each([
    ['the number itself', [4]],
    ['the next number', [5]],
    ['all numbers up to HEAD', [4, 5, 6, 7, 8, 9]],
  ])('is that of the chain when a lost race left another entry with %s', async (_what, losers) => {
    const { read, findByChain, addLoser } = await createLog(9);
    const previous = { key: 'env/production/log/000003-0.json', sha256: '0'.repeat(64) };
    for (const seq of losers) await addLoser(seq, seq === 4 ? {} : { previous });
    expect((await read(4))?.by).toBe((await findByChain(4))?.by);
    expect((await read(4))?.by).not.toBe('a loser');
  });

  it.each([
    ['damaged', 'is replaced by a repair of HEAD'],
    ['valid', 'becomes a part of the log with a repair of HEAD'],
  ])('is found before and after a %s entry that %s', async (kind) => {
    const { environment, objects, find, read, findByChain, addLoser, getKey } = await createLog(3);
    await addLoser(3, { seq: 4, previous: await find(3) });
    if (kind === 'damaged') objects.set(getKey(4), Buffer.from('{}'));
    objects.set(getHeadKey(environment.name), Buffer.from('{}'));
    const signer = createSigner(environment.signingKey, environment.trusted);
    const repaired = { ...environment, signer };
    expect((await recoverHead(repaired, testAuthor)).head.seq).toBe(5);
    await lock(repaired, 'mf-a', testAuthor);
    await unlock(repaired, 'mf-a', testAuthor);
    for (const seq of [2, 3, 4, 5, 6]) expect(await read(seq)).toEqual(await findByChain(seq));
    expect((await read(4))?.by).toBe(kind === 'damaged' ? testAuthor.by : 'a loser');
  });

  it('is reported when it is missing or changed, also by the one after it', async () => {
    const { objects, read, getKey } = await createLog(9);
    const key = getKey(5);
    objects.set(key, Buffer.from('{}'));
    await expect(read(5)).rejects.toThrow(`${key} has other bytes than its reference says`);
    await expect(read(4)).rejects.toThrow(`${key} has other bytes`);
    objects.delete(key);
    await expect(read(5)).rejects.toThrow(`${key} is missing`);
    await expect(read(4)).rejects.toThrow(`${key} is missing`);
  });

  it('needs a list and a read of any log', async () => {
    const { find, takeCount } = await createLog(9);
    takeCount();
    await find(4);
    // The first read is that of HEAD.
    expect(takeCount()).toBe(3);
  });
});
