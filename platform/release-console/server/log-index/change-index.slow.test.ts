import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { type HistoryFilter, readHistory } from '@shop/releases/history/read-history';
import { listReleases } from '@shop/releases/release/list-releases';
import { createSigner } from '@shop/releases/signer/create-signer';
import { getHeadKey, readHead } from '@shop/releases/state/head';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { rareReason, writeReleaseLog } from '@shop/releases/testing/release-log';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { describeOnEachDatabase } from '../testing/test-console';
import { loadHistory } from '../views/history-view';
import { createChangeIndex } from './change-index';

describeOnEachDatabase('the index of changes', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  let environments = 0;

  /** Creates an environment with a log, and an index that has nothing of it. */
  async function createLog(entries: number) {
    const objects = new Map<string, Uint8Array>();
    const environment = createTestEnvironment(createMemoryStore(objects), `env-${++environments}`);
    const write = (key: string, bytes: Uint8Array) => void objects.set(key, bytes);
    await writeReleaseLog(environment, { entries, releases: 20, write });
    const { name, store, trusted } = environment;
    const readNewest = async () => {
      const found = await readHead(store, name, trusted);
      if (!found) throw new Error('nothing is live');
      return found.head;
    };
    /** Creates the index of another process. */
    const createIndex = () => {
      const index = createChangeIndex(database.db, store);
      const follow = async () => index.follow(environment, await readNewest());
      const complete = () => waitUntil(follow, { message: 'the index is complete', timeoutMs: 30_000 });
      const list = async (filter: HistoryFilter = {}) => {
        await complete();
        const found = await index.find(name, filter, { limit: 1000 });
        return found.map(({ key }) => Number(/(\d+)-[^/]+$/.exec(key)?.[1]));
      };
      return { ...index, follow, complete, list };
    };
    const rows = () => database.db.selectFrom('change').where('env', '=', name);
    return { environment, objects, createIndex, rows, readNewest, index: createIndex() };
  }

  let searched: ReturnType<typeof createLog> | undefined;
  const createSearchedLog = async () => {
    const log = await createLog(70);
    await lock(log.environment, 'mf-b', { by: 'asha', reason: '100 %_\\ "quoted" {a,b} 😀 \0 naïve İ' });
    return log;
  };

  const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

  it('has every change of the log, also those that came later, and without those of other environments', async () => {
    const { environment, index } = await createLog(120);
    expect(await index.list()).toEqual(numbers(120, 1));
    await lock(environment, 'mf-b', testAuthor);
    expect(await index.list()).toEqual(numbers(121, 1));
  });

  it.each<HistoryFilter>([
    { app: 'mf-b' },
    { app: 'mf-z' },
    { action: 'lock', by: 'ASH' },
    { search: 'SAFFRON' },
    { search: 'on' },
    { search: '100 %_\\ "quoted" {a,b} 😀 \0 naïve İ' },
    { search: '😀' },
    { search: 'tu_n' },
    { search: '{a,b}' },
    { search: '' },
    { by: 'a%' },
    { by: 'meera', search: 'turn 2', app: 'mf-a' },
    { since: Date.now() - 5 * 3_600_000 },
    { until: Date.now() - 20 * 3_600_000, action: 'promote' },
  ])('finds what a search of the log finds: %j', async (filter) => {
    searched ??= createSearchedLog();
    const { environment, index } = await searched;
    const { records } = await readHistory(environment, { filter, limit: 1000 });
    expect(await index.list(filter)).toEqual(records.map(({ entry }) => entry.seq));
  });

  it('names the change that made an app live, among the newest changes and before them', async () => {
    const { environment, index } = await createLog(1010);
    await index.complete();
    const [release] = (await listReleases(environment.store, 'mf-a')).slice(-1);
    if (!release) throw new Error('a release is published');
    const { head } = await promote(environment, [release], testAuthor, passingGates);
    await index.complete();
    const [newest, earlier] = await index.findLiveChanges(environment.name, 'mf-a');
    expect(newest).toMatchObject({ seq: head.seq, by: testAuthor.by });
    expect(earlier?.seq).toBeLessThan(head.seq);
    expect(await index.findLiveChanges(environment.name, 'shell')).toMatchObject([{ seq: 1 }]);
    expect(await index.findLiveChanges(environment.name, 'mf-z')).toEqual([]);
  });

  it('is built newest change first, in slices, while the history answers', async () => {
    const { environment, index } = await createLog(150);
    expect(await index.follow()).toBe(false);
    expect((await index.find(environment.name, {}, { limit: 1 })).length).toBe(1);
    const page = await loadHistory(environment, index, { before: 11 });
    expect(page.entries.map(({ seq }) => seq)).toEqual(numbers(10, 1));
    expect(await index.list({ search: rareReason })).toEqual([5]);
  });

  it.each([
    ['is built from the log', 0],
    ['of an earlier process is checked', 1100],
  ])('has a new change at once while the index %s', async (_what, checked) => {
    const { environment, index, createIndex, rows, readNewest } = await createLog(Math.max(checked, 400));
    if (checked > 0) await index.complete();
    await index.stop();
    const next = createIndex();
    // The second row is missing, so that the check has work and the index is not complete.
    await database.db
      .deleteFrom('change')
      .where('env', '=', environment.name)
      .where('seq', '=', checked - 1)
      .execute();
    await next.follow();
    for (const app of ['mf-a', 'mf-b']) {
      const { head } = await lock(environment, app, { by: 'asha', reason: 'a new change' });
      await next.follow();
      expect(await rows().select('seq').where('seq', '=', head.seq).execute()).toHaveLength(1);
    }
    expect(await next.list({ search: 'a new change' })).toHaveLength(2);
    const newest = (await readNewest()).seq;
    expect(await next.list()).toEqual(numbers(newest, Math.max(1, newest - 999)));
  });

  it('continues in another process where one was stopped', async () => {
    const { index, createIndex, rows } = await createLog(150);
    expect(await index.follow()).toBe(false);
    await index.stop();
    const { count } = await rows()
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThan(150);
    expect(await createIndex().list()).toEqual(numbers(150, 1));
  });

  it('has every change when two processes build it at the same time', async () => {
    const { createIndex } = await createLog(200);
    const lists = await Promise.all([createIndex(), createIndex()].map((index) => index.list()));
    expect(lists).toEqual([numbers(200, 1), numbers(200, 1)]);
  });

  it.each([
    ['the newest row is', [120]],
    ['some rows are', [100, 60, 61, 3]],
    ['the first row is', [1]],
    ['all rows are', numbers(120, 1)],
  ])('is complete in the next process after %s lost', async (_what, lost) => {
    const { environment, index, createIndex } = await createLog(120);
    await index.complete();
    await database.db.deleteFrom('change').where('env', '=', environment.name).where('seq', 'in', lost).execute();
    const next = createIndex();
    await next.complete();
    await next.whenIdle();
    expect(await next.list()).toEqual(numbers(120, 1));
  });

  it.each<[string, { sha256?: string; key?: string } | null]>([
    ['a row is lost', null],
    ['a row has the hash of another entry', { sha256: 'f'.repeat(64) }],
    ['a row has the key of another entry', { key: 'env/x/log/000001-f.json' }],
  ])('is built again when a page shows that %s', async (_what, changes) => {
    const { environment, index } = await createLog(60);
    await index.complete();
    const { db } = database;
    const { name } = environment;
    if (changes) await db.updateTable('change').set(changes).where('env', '=', name).where('seq', '=', 50).execute();
    else await db.deleteFrom('change').where('env', '=', name).where('seq', '=', 50).execute();
    const { entries } = await loadHistory(environment, index, {});
    expect(entries.map(({ seq }) => seq)).toEqual(numbers(60, 36));
    expect(await index.list()).toEqual(numbers(60, 1));
  });

  it('has the changes of a backup that replaced the release store', async () => {
    const { environment, objects, index } = await createLog(60);
    const backup = new Map(objects);
    for (const app of ['mf-a', 'mf-b']) await lock(environment, app, { by: 'asha', reason: 'lost with the disk' });
    expect(await index.list({ search: 'lost' })).toEqual([62, 61]);
    objects.set(getHeadKey(environment.name), backup.get(getHeadKey(environment.name)) ?? Buffer.from(''));
    expect(await index.list()).toEqual(numbers(60, 1));
    const signer = createSigner(environment.signingKey, environment.trusted);
    await lock({ ...environment, signer }, 'mf-b', { by: 'ravi', reason: 'after the restore' });
    expect(await index.list({ search: 'lost' })).toEqual([]);
    expect(await index.list({ search: 'after' })).toEqual([61]);
  });

  it('has the changes after an entry that is damaged, and the history says which one', async () => {
    const { environment, objects, index } = await createLog(200);
    const [key = ''] = [...objects.keys()].filter((name) => name.includes('/log/000100-'));
    objects.set(key, Buffer.from('{}'));
    await waitUntil(
      async () => !(await index.follow()) && (await index.find(environment.name, {}, { limit: 999 })).length === 99,
      {
        message: 'the changes after the damaged one are in the index',
      },
    );
    expect((await loadHistory(environment, index, {})).entries[0]?.seq).toBe(200);
    await expect(loadHistory(environment, index, { before: 110 })).rejects.toThrow(`${key} has other bytes`);
  });
});
