import { setTimeout as delay } from 'node:timers/promises';
import type { Candidate, CheckComposition } from '../actions/run-gates';
import { type Finding, type HaltedCanary, isBlocking } from '../history/audit-log';
import type { PlannedCanary } from '../signer/signer';
import type { LiveState } from '../state/environment';
import { admitCanary } from './admit-canary';
import { listCanaryApps, toCanaryName } from './canary';
import type { Apps } from './compose-canaries';

export interface RebuildOptions {
  env: string;
  state: LiveState;
  /** The live composition of the next HEAD. */
  base: Apps;
  /** Apps that the change promotes, removes or rolls back. A canary of one of them ends. */
  changedApps: readonly string[];
  /** Ends the reason of a canary whose app changes: `mf-a was promoted to every visitor by asha`. */
  cause: string;
  check: CheckComposition;
  /** Only the gates that read manifests run. */
  isQuick?: boolean;
  /**
   * Milliseconds for all canaries. Each has an equal part of what is left, so that one whose check hangs does not end the others.
   * Default: five minutes.
   */
  timeoutMs?: number;
  /** Compositions that are served already are smoke-tested too. */
  isRecheck?: boolean;
}

/** Time for the smoke tests of four canaries on a slow machine. A hotfix waits for that long at most. */
const defaultTimeoutMs = 5 * 60_000;

/** The canaries of the next HEAD, and those that the change ends. */
export interface RebuiltCanaries {
  canaries: PlannedCanary[];
  halted: HaltedCanary[];
}

/**
 * Rebuilds the running canaries on a new live composition. A canary that changes one of the changed apps ends, and so does one
 * that does not pass the gates, alone or with the canaries that are older than it. Findings of the new live composition itself do
 * not count against a canary. It never throws because of a canary.
 */
export async function rebuildCanaries(options: RebuildOptions): Promise<RebuiltCanaries> {
  const { env, state, base, changedApps, cause, isQuick, timeoutMs = defaultTimeoutMs, isRecheck } = options;
  const deadline = performance.now() + timeoutMs;
  const gates = {
    ...(isQuick ? { isQuick } : {}),
    ...(isRecheck ? { isServed: false } : {}),
  };
  const admitted: PlannedCanary[] = [];
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
    const findings = await admitCanary(rest, { env, state, base, admitted, check, gates });
    if (findings.some(isBlocking)) halted.push({ ...toCanaryName(canary), reason: formatRefusal(findings) });
    else admitted.push(rest);
  }
  return { canaries: admitted, halted };
}

/** Formats why a canary does not fit the live composition. */
export const formatRefusal = (findings: readonly Finding[]): string =>
  `it does not pass the gates on the new live composition: ${findings
    .filter(isBlocking)
    .map(({ gate, app, problem, remedy }) => `${gate} · ${app}: ${problem} → ${remedy}`)
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

/** Turns an error or a timeout of a check into a finding. */
const neverFailing =
  (check: CheckComposition, deadline: number): CheckComposition =>
  async (candidate: Candidate) => {
    const fail = (problem: string): Finding[] => [
      { gate: 'canary', app: 'composition', problem, remedy: 'start the canary again' },
    ];
    const run = async () => {
      try {
        return await check(candidate);
      } catch (error) {
        return fail(`the check failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    const abort = new AbortController();
    const timeout = delay(Math.max(0, deadline - performance.now()), null, { signal: abort.signal }).then(
      () => fail('the check did not end in time'),
      () => fail('the check was aborted'),
    );
    try {
      return await Promise.race([run(), timeout]);
    } finally {
      abort.abort();
    }
  };
