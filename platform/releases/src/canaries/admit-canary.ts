import type { Candidate, CheckComposition } from '../actions/run-gates';
import { type Finding, isBlocking } from '../history/audit-log';
import type { PlannedCanary } from '../signer/signer';
import { isSameComposition } from '../state/composition';
import type { LiveState } from '../state/environment';
import { listCompositions } from '../state/live-state';
import { formatCanary } from './canary';
import { type Apps, composeCanaries } from './compose-canaries';

export interface AdmitOptions {
  env: string;
  /** The state that the change starts from. Its compositions have passed the gates. */
  state: LiveState;
  /** The live composition of the next HEAD. */
  base: Apps;
  /** The canaries that were admitted before this one. */
  admitted: readonly PlannedCanary[];
  check: CheckComposition;
  /** The canary alone has passed the gates already. */
  isCheckedAlone?: boolean;
  /** How the gates treat the compositions. */
  gates: Pick<Candidate, 'isQuick' | 'isForced' | 'isServed'>;
}

/**
 * Composes a canary alone, with each admitted canary, and with all of them, and checks every composition once. A composition
 * that is served already is not smoke-tested again.
 *
 * @returns The findings of the first composition that has some; with `isForced` those of all.
 */
export async function admitCanary(canary: PlannedCanary, options: AdmitOptions): Promise<Finding[]> {
  const { env, state, base, admitted } = options;
  const alone = options.isCheckedAlone ? [] : [[]];
  // With one other canary, the pair is all of them.
  const all = admitted.length > 1 ? [admitted] : [];
  const findings: Finding[] = [];
  for (const others of [...alone, ...admitted.map((other) => [other]), ...all]) {
    if (findings.some(isBlocking) && !options.gates.isForced) break;
    const apps = composeCanaries(env, base, [...others, canary]);
    const candidate: Candidate = {
      next: apps,
      state: { ...state, live: { ...state.live, ...base } },
      // The start of each canary decided about its routes.
      mayDropRoutes: true,
      isServed: listCompositions(state).some(({ composition }) => isSameComposition(composition, apps)),
      ...options.gates,
    };
    findings.push(...(await options.check(candidate)).map((finding) => nameOthers(finding, others)));
  }
  return findings;
}

/** Says in a finding which other canaries the composition contains. */
function nameOthers(finding: Finding, others: readonly PlannedCanary[]): Finding {
  if (others.length === 0) return finding;
  return { ...finding, problem: `together with ${others.map(formatCanary).join(' and ')}: ${finding.problem}` };
}
