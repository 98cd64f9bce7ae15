import { getReleasePrefix } from '../release/release';
import { type Finding, formatFinding, isBlocking } from '../state/audit-log';
import { type Apps, getReleases } from '../state/composition';
import type { LiveState } from '../state/environment';
import type { GateReport } from '../state/signer';

/** A composition that is to become live, and the live state at that time. */
export interface Candidate {
  next: Apps;
  state: LiveState | null;
  /** The composition was live before, or a part of the visitors has it already: the smoke test is skipped. */
  isServed?: boolean;
  /** Only the gates that read manifests run. A rollback checks the canaries of other apps so, and must not wait for more. */
  isQuick?: boolean;
  /** A rollback to a complete earlier composition: only the file-integrity gate runs. */
  isRollback?: boolean;
  /** Live routes may lose their owner: a rollback removes them, or the start of the canary allowed it. */
  mayDropRoutes?: boolean;
  /** The composition becomes live in spite of findings, so all gates run to their end. */
  isForced?: boolean;
  /** The findings are compared with those of another composition, so their texts do not say what causes them. */
  isCompared?: boolean;
  /** Receives the name of each gate that has run. The signer requires them. */
  onGateRun?: (gate: string) => void;
}

/** Checks a composition. @returns The findings. It may become live when they are warnings. */
export type CheckComposition = (candidate: Candidate) => Promise<Finding[]>;

/** First line of the message about findings that refuse a composition. */
export const refusedMessage = 'The composition was refused:';

export class GatesFailedError extends Error {
  override name = 'GatesFailedError';

  /**
   * @param composition The first composition with a finding that refuses it.
   * @param hint Further lines of the message.
   */
  constructor(
    readonly findings: Finding[],
    readonly composition: Apps,
    hint: readonly string[] = [],
  ) {
    super([refusedMessage, ...findings.map(formatFinding), ...hint].join('\n'));
  }
}

/** Makes a check run all gates to their end, for a person who means to force the change. */
export const withAllFindings =
  (check: CheckComposition): CheckComposition =>
  (candidate) =>
    check({ ...candidate, isForced: true });

/** Identifies what a check depends on: the releases, the live routes and the options. */
const getCheckKey = ({ next, state, ...options }: Candidate): string =>
  JSON.stringify([
    getReleases(next).map(getReleasePrefix),
    state && getReleases(state.live).map(getReleasePrefix),
    Object.entries(options).sort(),
  ]);

/**
 * Records what the gates report, for the signer. A check runs once for candidates that are the same, such as those of a change
 * that lost a race and is tried again.
 *
 * @returns Creates the check of a decision, which adds to its report.
 */
export function recordGates(check: CheckComposition): (report: GateReport[]) => CheckComposition {
  const results = new Map<string, Promise<GateReport>>();
  const run = async (candidate: Candidate): Promise<GateReport> => {
    const gates: string[] = [];
    const findings = await check({ ...candidate, onGateRun: (gate) => gates.push(gate) });
    return { releases: getReleases(candidate.next), gates, findings };
  };
  return (report) => async (candidate) => {
    const key = getCheckKey(candidate);
    const result = results.get(key) ?? run(candidate);
    results.set(key, result);
    result.catch(() => results.delete(key));
    report.push(await result);
    return (await result).findings;
  };
}

/**
 * Checks every composition that would be live at the same time.
 *
 * @throws {GatesFailedError} When there are findings other than warnings and the change is not forced.
 */
export async function runGates(
  check: CheckComposition,
  candidates: readonly Candidate[],
  isForced: boolean,
): Promise<void> {
  const findings: Finding[] = [];
  let refused: Apps | undefined;
  const checkCandidate = isForced ? withAllFindings(check) : check;
  // One after the other: a smoke test uses all cores of a small machine.
  for (const candidate of candidates) {
    const found = await checkCandidate(candidate);
    if (found.some(isBlocking)) refused ??= candidate.next;
    findings.push(...found);
  }
  if (refused && !isForced) throw new GatesFailedError(findings, refused);
}
