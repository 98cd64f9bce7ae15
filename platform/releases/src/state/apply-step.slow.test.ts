import fc from 'fast-check';
import { isRising } from '../change-model/stages';
import { ConflictError } from '../store/errors';
import { type AppliedStep, applyStep, maxCanaries, type NextComposition, type RequestedStep } from './apply-step';
import { listCanaryApps } from './canary';
import { composeCanary } from './compose';
import { type Apps, getReleases, isSameComposition, type PinnedComposition } from './composition';
import type { LiveState } from './environment';
import { type GateReport, gateNames, type Step } from './signer';

const remotes = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e', 'mf-f'];
const at = '2026-11-27T12:00:00.000Z';
const finding = { gate: 'slots', app: 'mf-a', problem: 'a clash', remedy: 'rename it' };

const pin = (app: string, version = 1) => ({ app, version: `${version}.0.0`, digest: `${version}`.padStart(12, '0') });
const first: Apps = { shell: pin('shell'), remotes: remotes.map((app) => pin(app)) };

/** Gives the compositions of an applied step their references, as the signer does. */
function sign(before: LiveState | null, applied: AppliedStep): LiveState {
  const seq = (before?.head.seq ?? 0) + 1;
  const write = ({
    apps,
    ref,
  }: NextComposition): { ref: { key: string; sha256: string }; value: PinnedComposition } => {
    const value = { schema: 1 as const, env: 'production', seq, shell: apps.shell, remotes: apps.remotes };
    return { ref: ref ?? { key: JSON.stringify(getReleases(apps)), sha256: '' }, value };
  };
  const live = write(applied.live);
  const canaries = applied.canaries.map(({ next, ...canary }) => ({ canary, composition: write(next) }));
  return {
    head: {
      schema: 3,
      env: 'production',
      seq,
      live: live.ref,
      locks: applied.locks,
      log: { key: `log/${seq}`, sha256: '' },
      canaries: canaries.map(({ canary, composition }) => ({ ...canary, composition: composition.ref })),
    },
    live: live.value,
    canaries: canaries.map(({ canary, composition }) => ({ ...canary, composition: composition.value })),
  };
}

/** The first canary exists in most states. */
const index = fc.oneof(fc.constant(0), fc.nat({ max: 5 }));
const share = fc.integer({ min: -5, max: 105 });
const version = fc.integer({ min: 1, max: 3 });
const stages = fc.oneof(
  fc.array(
    share.map((percent) => ({ share: percent, afterMinutes: 5 })),
    { maxLength: 3 },
  ),
  // Stages that most canaries may have, so that canaries with stages run, pause and resume.
  fc.array(fc.constant({ share: 100, afterMinutes: 5 }), { minLength: 1, maxLength: 1 }),
);

/** What a caller may send. Numbers choose among the canaries and the former compositions. */
const wish = fc.record({
  action: fc.constantFrom<Step['action']>(
    ...(['promote', 'canary', 'canary', 'canary', 'rollout', 'rollout', 'complete', 'halt', 'pause'] as const),
    ...(['resume', 'rollback', 'lock', 'unlock', 'unlock', 'recheck', 'note'] as const),
  ),
  index,
  share,
  version,
  stages,
  apps: fc.uniqueArray(fc.constantFrom(...remotes, '*', 'mf-x', '__proto__'), { minLength: 1, maxLength: 2 }),
  isForced: fc.boolean(),
  /** What the gates say: nothing, a part, everything, or a finding. */
  gates: fc.constantFrom('passed', 'passed', 'passed', 'passed', 'none', 'partial', 'failed'),
});
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never;

function toStep(wanted: Wish, state: LiveState, past: readonly NextComposition[], number: number): RequestedStep {
  const { action, apps } = wanted;
  const [app = '*'] = apps;
  const canary = state.canaries[wanted.index]?.id ?? 'an-ended-one';
  const request = { env: 'production', author: { by: 'asha', reason: 'a test' }, isForced: wanted.isForced, at };
  const releases = apps.map((name) => pin(name, wanted.version));
  switch (action) {
    case 'promote': {
      const replace = (old: (typeof releases)[number]) => releases.find((release) => release.app === old.app) ?? old;
      const live = { ...state.live, remotes: state.live.remotes.map(replace) };
      return { ...request, step: { action, live }, target: { apps: live } };
    }
    case 'rollback': {
      const target = past[wanted.index % past.length] ?? { apps: first };
      return { ...request, step: { action, live: target.ref ?? target.apps }, target };
    }
    case 'canary': {
      const own = { id: `canary-${number}`, releases, removed: [], owner: 'asha' };
      return { ...request, step: { action, canary: { ...own, share: wanted.share, stages: wanted.stages } } };
    }
    case 'rollout':
      return { ...request, step: { action, canary, share: wanted.share } };
    case 'lock':
    case 'unlock':
      return { ...request, step: { action, app } };
    case 'recheck':
    case 'note':
      return { ...request, step: { action } };
    default:
      return { ...request, step: { action, canary } };
  }
}

/** Reports the gates of every composition that could come out. */
function createReport({ gates }: Wish, { target, step }: RequestedStep, state: LiveState): GateReport[] {
  const completed = 'canary' in step && state.canaries.find(({ id }) => id === step.canary)?.composition;
  const base = target?.apps ?? (step.action === 'complete' && completed ? completed : state.live);
  const started = step.action === 'canary' ? [composeCanary('production', state.live, step.canary)] : [];
  const others = state.canaries.map((canary) => composeCanary('production', base, canary));
  const compositions = [base, ...started, ...others, ...state.canaries.map(({ composition }) => composition)];
  const [main, ...rest] = compositions.map((apps) => ({
    releases: getReleases(apps),
    gates: [...gateNames],
    findings: [],
  }));
  if (gates === 'none' || !main) return [];
  if (gates === 'partial') return [main, ...rest].map((report) => ({ ...report, gates: ['slots'] }));
  return [main, ...rest.map((report) => (gates === 'failed' ? { ...report, gates: [], findings: [finding] } : report))];
}

const isLocked = ({ head: { locks } }: LiveState, app: string) =>
  Object.hasOwn(locks, '*') || Object.hasOwn(locks, app);

function assertSound(before: LiveState, after: LiveState, applied: AppliedStep, request: RequestedStep): void {
  expect(after.canaries.length).toBeLessThanOrEqual(maxCanaries);
  const apps = after.canaries.flatMap(listCanaryApps);
  expect(new Set(apps).size).toBe(apps.length);
  const slots = after.canaries.flatMap((canary) => canary.slots);
  expect(new Set(slots).size).toBe(slots.length);
  for (const canary of after.canaries) {
    expect([canary.share >= 0, canary.share <= 100, canary.slots.length]).toEqual([true, true, canary.share]);
    expect(isRising([canary.share, ...(canary.plan?.stages ?? []).map((stage) => stage.share)])).toBe(true);
    const old = before.canaries.find(({ id }) => id === canary.id);
    if (old) {
      expect(canary.share).toBeGreaterThanOrEqual(old.share);
      expect(canary.slots).toEqual(expect.arrayContaining(old.slots));
      if (old.isForced) expect(canary.isForced).toBe(true);
    }
    const isMoved = !old || canary.share > old.share;
    if (isMoved) expect(listCanaryApps(canary).filter((app) => isLocked(before, app))).toEqual([]);
    if (isMoved && old?.isForced) expect(applied.findings.length).toBeGreaterThan(0);
  }
  const live = new Map(getReleases(after.live).map((release) => [release.app, release]));
  for (const release of getReleases(before.live)) {
    if (isLocked(before, release.app)) expect(live.get(release.app)).toEqual(release);
  }
  const named = [applied.subject?.id, ...applied.halted.map(({ id }) => id)];
  const running = after.canaries.map(({ id }) => id);
  for (const { id } of before.canaries) if (!running.includes(id)) expect(named).toContain(id);
  if (request.step.action === 'rollback') {
    expect(getReleases(after.live)).toEqual(getReleases(request.target?.apps ?? first));
  }
  if (applied.findings.some(({ gate }) => gate === 'slots')) expect(request.isForced).toBe(true);
}

test('any sequence of steps, with any evidence, keeps the rules, and each refusal is a message of one line', () => {
  const made = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(wish, { minLength: 20, maxLength: 40 }), (wishes) => {
      const request = { env: 'production', author: { by: 'asha', reason: '' }, isForced: false, at };
      const step = { action: 'promote' as const, live: first };
      const report = [{ releases: getReleases(first), gates: [...gateNames], findings: [] }];
      let state = sign(null, applyStep(null, { ...request, step, target: { apps: first } }, { report, freezes: [] }));
      const past: NextComposition[] = [];
      for (const [number, wanted] of wishes.entries()) {
        past.push({ apps: state.live, ref: state.head.live });
        const requested = toStep(wanted, state, past, number);
        try {
          const evidence = { report: createReport(wanted, requested, state), freezes: [] };
          const applied = applyStep(state, requested, evidence);
          const after = sign(state, applied);
          assertSound(state, after, applied, requested);
          for (const { composition, ...canary } of after.canaries) {
            expect(isSameComposition(composition, composeCanary('production', after.live, canary))).toBe(true);
          }
          made.set(requested.step.action, (made.get(requested.step.action) ?? 0) + 1);
          state = after;
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          expect(error.message).toMatch(/^[^\n]{10,}$/);
        }
      }
    }),
    { numRuns: 100 },
  );
  // The sequences are not all refused.
  expect([...made.keys()].sort()).toEqual([
    ...['canary', 'complete', 'halt', 'lock', 'note', 'pause', 'promote'],
    ...['recheck', 'resume', 'rollback', 'rollout', 'unlock'],
  ]);
});
