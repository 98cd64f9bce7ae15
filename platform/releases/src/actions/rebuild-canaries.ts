import { type Candidate, type CheckComposition, formatFinding } from '../gates/run-gates';
import { type Finding, type HaltedCanary, isBlocking } from '../state/audit-log';
import { listCanaryApps, toCanaryName } from '../state/canary';
import { composeCanary } from '../state/compose';
import type { Apps } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import type { PlannedCanary } from '../state/signer';
import { updateHead } from './update-head';

export interface RebuildOptions {
  /** The state that the change starts from. Its compositions have passed the gates. */
  state: LiveState;
  base: Apps;
  check: CheckComposition;
  /** How the gates run. Default: all gates. */
  gates?: Pick<Candidate, 'isQuick'>;
  /** Apps that the change promotes, removes or rolls back. A canary of one of them ends. */
  changedApps: readonly string[];
  /** Ends the reason of a canary whose app changes: `mf-a was promoted to every visitor by asha`. */
  cause: string;
  /**
   * Milliseconds for all canaries. Each has an equal part of what is left, so that one whose check hangs does not end the others.
   * Default: five minutes.
   */
  timeoutMs?: number;
}

/** Time for the smoke tests of four canaries on a slow machine. A hotfix waits for that long at most. */
const defaultTimeoutMs = 5 * 60_000;

export interface RebuiltCanaries {
  canaries: PlannedCanary[];
  halted: HaltedCanary[];
}

/**
 * Rebuilds the running canaries on a new live composition. A canary that changes one of the changed apps ends, and so does one
 * that does not pass the gates. Findings of the new live composition itself do not count against a canary. It never throws
 * because of a canary.
 */
export async function rebuildCanaries(options: RebuildOptions): Promise<RebuiltCanaries> {
  const { state, base, changedApps, cause, gates = {}, timeoutMs = defaultTimeoutMs } = options;
  const deadline = performance.now() + timeoutMs;
  const canaries: PlannedCanary[] = [];
  const halted: HaltedCanary[] = [];
  for (const [index, canary] of state.canaries.entries()) {
    const changed = listCanaryApps(canary).filter((app) => changedApps.includes(app));
    if (changed.length > 0) {
      halted.push({ ...toCanaryName(canary), reason: `${changed.join(' and ')} ${cause}` });
      continue;
    }
    const { composition: _, ...rest } = canary;
    const part = (deadline - performance.now()) / (state.canaries.length - index);
    const baseline: Candidate = { next: base, state, mayDropRoutes: true, ...gates };
    const check = withoutBaseline(neverFailing(options.check, performance.now() + part), baseline);
    const findings = await check({
      next: composeCanary(state.head.env, base, canary),
      state: { ...state, live: { ...state.live, ...base } },
      // The start of each canary decided about its routes.
      mayDropRoutes: true,
      ...gates,
    });
    if (findings.some(isBlocking)) halted.push({ ...toCanaryName(canary), reason: formatRefusal(findings) });
    else canaries.push(rest);
  }
  return { canaries, halted };
}

/** Marks a canary whose change overrides findings. */
export const markForced = <Marked extends object>(canary: Marked, findings: readonly Finding[]): Marked =>
  findings.some(isBlocking) ? { ...canary, isForced: true as const } : canary;

export const formatRefusal = (findings: readonly Finding[]): string =>
  `it does not pass the gates on the new live composition: ${findings
    .filter(isBlocking)
    .map((finding) => formatFinding(finding).trim())
    .join('; ')}`;

const toKey = ({ gate, app, problem }: Finding) => JSON.stringify([gate, app, problem]);

/** Leaves out the findings that the live composition has without any canary: a forced promotion must not end all canaries. */
const withoutBaseline =
  (check: CheckComposition, baseline: Candidate): CheckComposition =>
  async (candidate) => {
    const findings = await check(candidate);
    if (!findings.some(isBlocking)) return findings;
    const known = new Set((await check(baseline)).map(toKey));
    return findings.filter((finding) => !known.has(toKey(finding)));
  };

/** Turns an error or a timeout of a check into a finding. @param deadline  Milliseconds on the clock of `performance`. */
const neverFailing =
  (check: CheckComposition, deadline: number): CheckComposition =>
  (candidate) => {
    const fail = (problem: string): Finding[] => [
      { gate: 'canary', app: 'composition', problem, remedy: 'start the canary again' },
    ];
    const checked = check(candidate).catch((error: unknown) =>
      fail(`the check failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(fail('the check did not end in time')), deadline - performance.now());
      void checked.then(resolve).finally(() => clearTimeout(timer));
    });
  };

/**
 * Runs all gates on the compositions of the running canaries, with the smoke test, and halts the canaries that do not pass. A
 * rollback rebuilds canaries without waiting for the smoke test, so the canary monitor calls this afterwards.
 *
 * @returns The live state afterwards. Unchanged when every canary passes.
 */
export function recheckCanaries(environment: Environment, author: Author, gates: CheckComposition): Promise<LiveState> {
  return updateHead(environment, author, gates, async (state, check) => {
    if (!state || state.canaries.length === 0) return null;
    const rebuilt = await rebuildCanaries({ state, base: state.live, changedApps: [], cause: '', check });
    return rebuilt.halted.length === 0 ? null : { action: 'halt', ...rebuilt };
  });
}
