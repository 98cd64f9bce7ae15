import fc from 'fast-check';
import { type Change, type Kind, kindNames, readChange } from '../change-model/changes';
import { isRising } from '../change-model/stages';
import { type AuditLogEntry, readAuditLogEntry } from '../state/audit-log';
import { listCanaryApps } from '../state/canary';
import { maxCanaries } from '../state/canary-limits';
import { getReleases } from '../state/composition';
import type { LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { ConflictError } from '../store/errors';
import { passingGates } from '../testing/test-environment';
import { createEmptyShop, promoteFake, publishFake } from '../testing/test-shop';
import { applyChange } from './apply-change';

const remotes = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'];
const versions = ['1.0.0', '2.0.0', '3.0.0'];

const app = fc.constantFrom(...remotes);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const share = fc.integer({ min: 0, max: 100 });
/** The index of a canary among the running ones. Above them: a canary that has ended. */
const canary = maybe(fc.nat({ max: 4 }));

/** The fields of the kinds that have some of their own. */
const fieldsByKind: Partial<Record<Kind, fc.Arbitrary<object>>> = {
  promote: fc.record({
    releases: fc
      .uniqueArray(app, { minLength: 1, maxLength: 2 })
      .chain((apps) =>
        fc.tuple(...apps.map((name) => fc.constantFrom(...versions).map((version) => `${name}@${version}`))),
      ),
    canary: fc.option(
      fc.uniqueArray(share, { minLength: 1, maxLength: 4 }).map((shares) => {
        const [first = 0, ...later] = shares.sort((a, b) => a - b);
        const stages = later.map((stage) => ({ share: stage, afterMinutes: 5 }));
        return { share: first, ...(stages.length > 0 ? { stages } : {}) };
      }),
      { freq: 2 },
    ),
    isForced: fc.boolean(),
  }),
  rollout: fc.record({ canary, share: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant('complete' as const)) }),
  halt: fc.record({ canary }),
  pause: fc.record({ canary }),
  resume: fc.record({ canary }),
  rollback: fc.record({ app: maybe(app), to: maybe(fc.integer({ min: 1, max: 8 })) }),
  lock: fc.record({ app: fc.oneof({ weight: 9, arbitrary: app }, { weight: 1, arbitrary: fc.constant('*') }) }),
  unlock: fc.record({ app: fc.oneof(app, fc.constant('*')) }),
};

/** A lock refuses most kinds, so that canaries and their ends would be rare among equal kinds. */
const weights: Partial<Record<Kind, number>> = { promote: 8, rollout: 8, rollback: 4, unlock: 8, halt: 2 };

const step = fc.oneof(
  ...kindNames.map((kind) => ({
    weight: weights[kind] ?? 1,
    arbitrary: (fieldsByKind[kind] ?? fc.constant({})).map((fields) => ({ kind, fields })),
  })),
);

/** Names the canary of a step, and leaves absent fields out. @returns Null for a step that the table refuses. */
function toChange({ kind, fields }: { kind: string; fields: object }, { canaries }: LiveState): Change | null {
  const index = 'canary' in fields && typeof fields.canary === 'number' ? fields.canary : null;
  const id = index === null ? {} : { canary: canaries[index]?.id ?? '00000000-0000-0000-0000-000000000000' };
  const present = JSON.parse(JSON.stringify({ ...fields, ...id, env: 'production', reason: 'a test' }));
  try {
    return readChange(kind, present);
  } catch {
    return null;
  }
}

const isLocked = ({ head: { locks } }: LiveState, name: string) => '*' in locks || name in locks;

/** Checks what must hold after each change. */
function assertSound(before: LiveState, after: LiveState, entry: AuditLogEntry): void {
  expect(after.canaries.length).toBeLessThanOrEqual(maxCanaries);
  const apps = after.canaries.flatMap(listCanaryApps);
  expect(new Set(apps).size).toBe(apps.length);
  const taken = after.canaries.flatMap(({ slots }) => slots);
  expect(new Set(taken).size).toBe(taken.length);
  for (const { id, share: now, slots, plan } of after.canaries) {
    expect([slots.length, isRising([now, ...(plan?.stages ?? []).map((stage) => stage.share)])]).toEqual([now, true]);
    const earlier = before.canaries.find((running) => running.id === id);
    if (earlier) expect(slots).toEqual(expect.arrayContaining(earlier.slots));
    const isMoved = !earlier || now > earlier.share;
    if (isMoved)
      for (const name of listCanaryApps(
        after.canaries.find((running) => running.id === id) ?? { releases: [], removed: [] },
      )) {
        expect([name, isLocked(before, name)]).toEqual([name, false]);
      }
  }
  const live = new Map(getReleases(after.live).map((release) => [release.app, release.version]));
  for (const release of getReleases(before.live)) {
    if (isLocked(before, release.app))
      expect([release.app, live.get(release.app)]).toEqual([release.app, release.version]);
  }
  const named = [entry.canary?.id, ...entry.halted.map(({ id }) => id)];
  for (const { id } of before.canaries) {
    if (!after.canaries.some((running) => running.id === id)) expect(named).toContain(id);
  }
}

test('any sequence of changes keeps the rules, and each refusal is a message of one line', async () => {
  const environment = createEmptyShop();
  const { store } = environment;
  const shell = await publishFake(store, 'shell');
  const released = await Promise.all(
    remotes.flatMap((name) => versions.map((version) => publishFake(store, name, version))),
  );
  const first = [shell, ...released.filter(({ version }) => version === '1.0.0')];
  const made = new Set<string>();
  let shops = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      // Environments share the releases of the store.
      const shop = { ...environment, name: `shop-${++shops}` };
      let state = await promoteFake(shop, first);
      for (const next of steps) {
        const change = toChange(next, state);
        if (!change) continue;
        try {
          const after = await applyChange(shop, { ...change, env: shop.name }, 'asha', passingGates);
          const stored = await readLiveState(shop);
          expect(stored?.head).toEqual(after.head);
          if (after.head.seq === state.head.seq) continue;
          expect(after.head.seq).toBe(state.head.seq + 1);
          const entry = await readAuditLogEntry(store, after.head.log, shop.trusted);
          assertSound(state, after, entry);
          made.add(entry.action);
          state = after;
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          expect(error.message).toMatch(/^[^\n]{10,}$/);
        }
      }
    }),
    { numRuns: 80 },
  );
  // The sequences are not all refused.
  expect([...made]).toEqual(
    expect.arrayContaining(['promote', 'canary', 'rollout', 'complete', 'halt', 'rollback', 'lock', 'unlock']),
  );
}, 60_000);
