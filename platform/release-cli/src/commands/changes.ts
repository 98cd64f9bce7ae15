import { recoverHead as signNewHead } from '@shop/releases/actions/recover-head';
import { type Kind, kinds } from '@shop/releases/change-model/changes';
import { appOrAll } from '@shop/releases/change-model/fields';
import { formatTitle } from '@shop/releases/change-model/words';
import { formatFinding, isBlocking } from '@shop/releases/state/audit-log';
import { formatCanary } from '@shop/releases/state/canary';
import { compose } from '@shop/releases/state/compose';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import type { RunningCanary } from '@shop/releases/state/environment';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import type { RunCommand } from '../cli/command';
import { stateResult } from '../cli/format';
import { checkComposition } from '../published/check-composition';
import { formatPreviewHint } from '../published/published-releases';
import {
  addServed,
  assertReason,
  type ForceOptions,
  findAwaitedShop,
  formatRelease,
  runChange,
  toChange,
  type WaitOptions,
} from './define-change';
import { type CanaryOptions, findReleases, readAudience, type SelectionOptions } from './selection';

/** A step of a rollout: a share in percent, or what happens with the canary. `continue` raises it to its next stage. */
export type RolloutStep = number | 'continue' | 'complete' | 'halt' | 'pause' | 'resume';

export const check: RunCommand<[names: string[]], SelectionOptions> = async (run) => {
  const { environment, options } = run;
  const releases = await findReleases(run, run.words[0], 'check');
  const state = await readLiveState(environment);
  const next = compose(environment.name, state?.live ?? null, releases, options.removeApp);
  const { removeApp: removedApps = [], removePath: removedPaths = [] } = options;
  const selection = { releases: releases.map(formatRelease), removedApps, removedPaths };
  const findings = await checkComposition(run, selection, next, state);
  const isOk = !findings.some(isBlocking);
  const changes = compareCompositions(state?.live ?? null, next);
  return {
    lines: [
      ...changes.map((change) => `  ${formatAppChange(change)}`),
      isOk ? 'All gates pass.' : 'The gates refuse this composition:',
      ...findings.map(formatFinding),
      ...(isOk ? [] : await formatPreviewHint(environment, next)),
    ],
    data: { findings, changes },
    isOk,
  };
};

export const promote = runChange<[names: string[]], CanaryOptions & SelectionOptions & ForceOptions>(async (run) => {
  const { removeApp: removedApps = [], removePath: removedPaths = [], ...options } = run.options;
  const releases = await findReleases(run, run.words[0], 'promote');
  return toChange(run, { kind: 'promote', releases, removedApps, removedPaths, canary: readAudience(options) });
});

/** Finds the share of the next stage, for every visitor `complete`. @throws When the canary has no stages. */
function findNextShare(canary: RunningCanary): number | 'complete' {
  const share = canary.plan?.stages[0]?.share;
  if (share === undefined) {
    throw new Error(`${formatTitle(formatCanary(canary))} has no stages to continue: give a share, or complete it.`);
  }
  return share === 100 ? 'complete' : share;
}

export const rollout = runChange<[step: RolloutStep, app?: string], ForceOptions>((run, state) => {
  const [wanted, app] = run.words;
  const step = wanted === 'continue' ? findNextShare(findCanary(state, app ? { app } : {})) : wanted;
  const fields =
    step === 'complete' || typeof step === 'number' ? { kind: 'rollout' as const, share: step } : { kind: step };
  // A reason that is missing is said before the canary is looked for.
  toChange(run, fields);
  // Another canary may start while the gates run. This command must not change that canary.
  return toChange(run, { ...fields, canary: findCanary(state, app ? { app } : {}).id });
});

/** Creates the command of a kind of change whose fields are an app and the number of a change at most. */
export const createPlainCommand = (kind: Kind) =>
  runChange<[app?: string], { to?: number }>((run) => {
    const { entries } = kinds[kind].schema;
    const [app = 'app' in entries && entries.app === appOrAll ? '*' : undefined] = run.words;
    const { to } = run.options;
    return toChange(run, { kind, ...(app === undefined ? {} : { app }), ...(to === undefined ? {} : { to }) });
  });

export const recoverHead: RunCommand<[], WaitOptions> = async (run) => {
  assertReason(run.author, 'A recovery');
  const shop = findAwaitedShop(run.options);
  const state = await signNewHead(run.environment, run.author);
  const { lines, data } = stateResult(state);
  const note = 'The canaries are lost: check that the right composition is live, and the locks.';
  const result = { lines: [...lines, note], data };
  return shop ? addServed(result, run, state, shop) : result;
};
