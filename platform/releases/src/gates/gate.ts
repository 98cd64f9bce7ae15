import { readRelease, UnreadableReleaseError } from '../release/read-release';
import type { PinnedRelease, Release } from '../release/release';
import { type Finding, isBlocking, isSameFinding } from '../state/audit-log';
import { getReleases } from '../state/composition';
import { type GateName, quickGates, restoreGates } from '../state/signer';
import type { ReleaseStore } from '../store/release-store';
import type { ForcedFinding } from './forced-findings';
import { noProgress, type Progress } from './progress';
import type { Candidate } from './run-gates';

export interface GateContext extends Pick<Candidate, 'isForced' | 'isCompared'> {
  store: ReleaseStore;
  composition: Candidate['next'];
  shell: Release;
  remotes: readonly Release[];
  /** Readable live releases whose routes must keep an owner. Empty in a new environment. */
  live: readonly Release[];
  /** The live composition. Absent in a new environment. */
  liveComposition?: Candidate['next'];
  /** Makes warnings of the problems that the live composition has since a forced change. */
  acceptForced: (gate: GateName, problems: readonly Problem[]) => Promise<Problem[]>;
}

export interface Gate {
  name: GateName;
  /** Runs after the other gates, and only when they pass or the change is forced: it takes seconds, and runs the code of the composition. */
  runsLast?: true;
  check: (context: GateContext) => Promise<Problem[]> | Problem[];
}

export type Problem = Omit<Finding, 'gate'>;

/** Reads releases. A release that cannot be read gives a finding. */
const readAll = (store: ReleaseStore, ids: readonly PinnedRelease[]): Promise<(Release | Finding)[]> =>
  Promise.all(
    ids.map((id) =>
      readRelease(store, id).catch((error: unknown) => {
        if (!(error instanceof UnreadableReleaseError)) throw error;
        const remedy = `publish ${id.app} again under a new version`;
        return { gate: 'file-integrity', app: id.app, problem: error.message, remedy };
      }),
    ),
  );

/** What several gates read: the description and the style sheets of a release. Scripts are many times larger, and one gate reads them. */
const sharedFiles = /\/release\.json$|\.css$/;

/** Reads each file that several gates need once from the store. */
function rememberReads(store: ReleaseStore): ReleaseStore {
  const reads = new Map<string, ReturnType<ReleaseStore['get']>>();
  return {
    ...store,
    get: (key) => {
      if (!sharedFiles.test(key)) return store.get(key);
      const read = reads.get(key) ?? store.get(key);
      reads.set(key, read);
      return read;
    },
  };
}

const isFinding = (value: Release | Finding): value is Finding => 'gate' in value;
const isRelease = (value: Release | Finding): value is Release => !isFinding(value);

async function runAll(
  gates: readonly Gate[],
  context: GateContext,
  onGateRun: Candidate['onGateRun'],
  progress: Progress,
): Promise<Finding[]> {
  const found = gates.map(async (gate) => {
    const run = async () => context.acceptForced(gate.name, await gate.check(context));
    const problems = await progress.run(`gate ${gate.name}`, run, (all) => all.every(({ isWarning }) => isWarning));
    onGateRun?.(gate.name);
    return problems.map((problem) => ({ gate: gate.name, ...problem }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Creates the check of a promotion from gates. All gates that only read run together, so that one error names every problem.
 * The gates that run last follow when there are no findings, or when the change is forced, so that the audit log has their
 * findings too. When a release cannot be read, no other gate runs.
 *
 * @param listForced Lists the findings that the live composition has since forced changes. Default: none.
 * @param progress Receives each gate as a step. Default: none.
 * @see RELEASING.md "Gates"
 */
export function createGateCheck(
  releaseStore: ReleaseStore,
  gates: readonly Gate[],
  listForced: (candidate: Candidate) => Promise<ForcedFinding[]> | ForcedFinding[] = () => [],
  progress = noProgress,
) {
  return async (candidate: Candidate): Promise<Finding[]> => {
    const store = rememberReads(releaseStore);
    const { next, state, isServed, isQuick, mayDropRoutes, isRollback, isForced, isCompared, onGateRun } = candidate;
    const selected = gates.filter(
      ({ name }) => (!isRollback || restoreGates.includes(name)) && (!isQuick || quickGates.includes(name)),
    );
    const last = selected.filter(({ runsLast }) => runsLast && !isServed);
    const liveIds = state && !mayDropRoutes && !isRollback ? getReleases(state.live) : [];
    const [read, readLive] = await Promise.all([readAll(store, getReleases(next)), readAll(store, liveIds)]);
    const unreadable = read.filter(isFinding);
    if (unreadable.length > 0) return unreadable;
    const [shell, ...remotes] = read.filter(isRelease);
    if (!shell) throw new Error('a composition needs a shell');
    // A damaged live release is ignored: this change may replace it.
    const live = readLive.filter(isRelease);
    const context = {
      store,
      composition: next,
      shell,
      remotes,
      live,
      ...(state ? { liveComposition: state.live } : {}),
      ...(isForced ? { isForced } : {}),
      ...(isCompared ? { isCompared } : {}),
      acceptForced: createAcceptForced(async () => listForced(candidate), isCompared),
    };
    const first = selected.filter(({ runsLast }) => !runsLast);
    progress.plan(first.length + last.length);
    const findings = await runAll(first, context, onGateRun, progress);
    return !findings.some(isBlocking) || isForced
      ? [...findings, ...(await runAll(last, context, onGateRun, progress))]
      : findings;
  };
}

/** Problems of the releases that are live already must not refuse a change of another app. */
function createAcceptForced(list: () => Promise<ForcedFinding[]>, isCompared = false): GateContext['acceptForced'] {
  let listing: Promise<ForcedFinding[]> | undefined;
  return async (gate, problems) => {
    if (!problems.some(({ isWarning }) => !isWarning)) return [...problems];
    listing ??= list();
    const forced = await listing;
    return problems.map((found) => {
      const accepted = forced.find((logged) => isSameFinding({ ...found, gate }, logged));
      if (!accepted || found.isWarning) return found;
      const { change, by } = accepted;
      const origin = `; the live composition has it since change ${change}, which ${by} forced`;
      return { ...found, problem: `${found.problem}${isCompared ? '' : origin}`, isWarning: true };
    });
  };
}

export const getFirstLine = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.trimEnd();
};
