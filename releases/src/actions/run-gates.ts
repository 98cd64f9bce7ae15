import type { Finding } from '../history/audit-log';
import type { PinnedComposition } from '../state/composition';
import type { LiveState } from '../state/environment';

/** A composition that somebody wants live, and what is live while they ask. */
export interface Candidate {
  next: Pick<PinnedComposition, 'shell' | 'remotes'>;
  state: LiveState | null;
  /** It passed the gates before, and shoppers had it: it need not be seen to start again. */
  wasLive?: boolean;
  /** Was live as it is, and is to be again: only what became of its files since is looked at. */
  isRollback?: boolean;
  /** Live paths may lose their owner: they came with what is taken back, or that was settled when the canary began. */
  mayDropRoutes?: boolean;
  /** Goes live whatever is found, so that all there is to find is looked for. */
  isForced?: boolean;
}

/** Looks a whole composition over. @returns What speaks against it; nothing when it may go live. */
export type CheckComposition = (candidate: Candidate) => Promise<Finding[]>;

/** A composition that the gates do not let through. */
export class GatesFailedError extends Error {
  constructor(readonly findings: Finding[]) {
    const lines = findings.map(({ gate, app, problem, remedy }) => `  ${gate} · ${app}: ${problem} → ${remedy}`);
    super(`The composition was refused:\n${lines.join('\n')}`);
  }
}

/** What stays live beside a canary. */
export const createControlCandidate = (state: LiveState): Candidate => ({ next: state.live, state, wasLive: true });

/** A check that looks for all there is to find, for somebody who means to go live against it. */
export const withAllFindings =
  (check: CheckComposition): CheckComposition =>
  (candidate) =>
    check({ ...candidate, isForced: true });

/** Looks over every composition that would be live at once. @throws {GatesFailedError} */
export async function runGates(
  check: CheckComposition,
  candidates: Candidate[],
  isForced: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = isForced ? withAllFindings(check) : check;
  // One after the other: a boot takes the whole of a small machine.
  for (const candidate of candidates) findings.push(...(await look(candidate)));
  if (findings.length > 0 && !isForced) throw new GatesFailedError(findings);
  return findings;
}
