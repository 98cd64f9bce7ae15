import type { Candidate, CheckComposition } from '../actions/run-gates';
import { type Finding, isBlocking } from '../history/audit-log';
import { isSameComposition } from '../state/composition';
import type { LiveState } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import { type Canary, type CanaryPair, formatCanary } from './canary';
import { type Apps, composeCanaries } from './compose-canaries';

/** A canary of the next HEAD. Its composition may not be written yet. */
export type PlannedCanary = Omit<Canary, 'composition'> & { composition: Apps | DocumentRef };
/** A pair of the next HEAD. */
export type PlannedPair = Omit<CanaryPair, 'composition'> & { composition: Apps | DocumentRef };

/** The canaries of the next HEAD. */
export interface PlannedCanaries {
  canaries: readonly PlannedCanary[];
  pairs: readonly PlannedPair[];
}

export interface AdmitOptions {
  env: string;
  /** The state that the change starts from. Its compositions have passed the gates. */
  state: LiveState;
  /** The live composition of the next HEAD. */
  base: Apps;
  /** The canaries that were admitted before this one. */
  admitted: PlannedCanaries;
  check: CheckComposition;
  /** The canary alone has passed the gates already. */
  isCheckedAlone?: boolean;
  /** How the gates treat the compositions. */
  gates: Pick<Candidate, 'isQuick' | 'isForced' | 'isServed'>;
}

type NewCanary = Omit<PlannedCanary, 'composition'>;

/** A canary with its pairs, and the problems of their compositions. */
export interface Admission {
  canary: PlannedCanary;
  pairs: PlannedPair[];
  findings: Finding[];
}

/**
 * Composes a canary alone, with each admitted canary, and with all of them, and checks every composition once. A composition
 * that is served already is not smoke-tested again.
 *
 * @returns The findings of the first composition that has some; with `isForced` those of all.
 */
export async function admitCanary(canary: NewCanary, options: AdmitOptions): Promise<Admission> {
  const { env, state, base, admitted } = options;
  const plan = (others: readonly PlannedCanary[]) => {
    const apps = composeCanaries(env, base, [...others, canary]);
    return { others, apps, served: findServedComposition(state, apps) };
  };
  const alone = plan([]);
  const pairs = admitted.canaries.map((other) => ({ other, ...plan([other]) }));
  // With one other canary, the pair is all of them.
  const all = admitted.canaries.length > 1 ? [plan(admitted.canaries)] : [];
  const findings: Finding[] = [];
  const checked = [...(options.isCheckedAlone ? [] : [alone]), ...pairs, ...all];
  for (const { others, apps, served } of checked) {
    if (findings.some(isBlocking) && !options.gates.isForced) break;
    const candidate: Candidate = {
      next: apps,
      state: { ...state, live: { ...state.live, ...base } },
      // The start of each canary decided about its routes.
      mayDropRoutes: true,
      isServed: served !== null,
      ...options.gates,
    };
    findings.push(...(await options.check(candidate)).map((finding) => nameOthers(finding, others)));
  }
  return {
    canary: { ...canary, composition: alone.served ?? alone.apps },
    pairs: pairs.map(({ other, apps, served }) => ({
      canaries: [other.id, canary.id],
      composition: served ?? apps,
    })),
    findings,
  };
}

/** Says in a finding which other canaries the composition contains. */
function nameOthers(finding: Finding, others: readonly PlannedCanary[]): Finding {
  if (others.length === 0) return finding;
  return { ...finding, problem: `together with ${others.map(formatCanary).join(' and ')}: ${finding.problem}` };
}

/**
 * Finds the composition of the current state that consists of the same releases: live, a canary alone or a pair. It passed the
 * gates when it was written, and it is not written again.
 */
function findServedComposition({ head, ...state }: LiveState, apps: Apps): DocumentRef | null {
  if (isSameComposition(state.live, apps)) return head.live;
  for (const kind of ['canaries', 'pairs'] as const) {
    const index = state[kind].findIndex(({ composition }) => isSameComposition(composition, apps));
    const found = head[kind][index];
    if (found) return found.composition;
  }
  return null;
}
