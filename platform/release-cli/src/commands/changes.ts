import { recoverHead as signNewHead } from '@shop/releases/actions/recover-head';
import { formatFinding } from '@shop/releases/gates/run-gates';
import { isBlocking } from '@shop/releases/state/audit-log';
import { compose } from '@shop/releases/state/compose';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import type { Command } from 'commander';
import { defineCommand, UsageError } from '../cli/command';
import { stateResult } from '../cli/format';
import { parseChangeNumber, parseInteger, valueOption } from '../cli/parse-values';
import { checkComposition } from '../published/check-composition';
import { formatPreviewHint } from '../published/published-releases';
import {
  addServed,
  assertReason,
  declareForce,
  declareWait,
  defineChange,
  type ForceOptions,
  formatRelease,
  type WaitOptions,
} from './define-change';
import {
  type CanaryOptions,
  declareAudience,
  declareSelection,
  findReleases,
  readAudience,
  type SelectionOptions,
} from './selection';

export const check = defineCommand<[names: string[]], SelectionOptions>({
  name: 'check',
  summary: 'runs the gates on the composition that a promotion would create; changes nothing',
  examples: ['check mf-catalog@1.2.0', 'check --from staging', 'check --remove-app mf-old --remove-path /old'],
  declare: declareSelection,
  run: async (run) => {
    const { environment, options, service } = run;
    const releases = await findReleases(run, run.words[0], 'check');
    const state = await readLiveState(environment);
    const next = compose(environment.name, state?.live ?? null, releases, options.removeApp);
    const { removeApp: removedApps = [], removePath: removedPaths = [] } = options;
    const selection = { releases: releases.map(formatRelease), removedApps, removedPaths };
    const findings = await checkComposition(run, selection, next, state);
    const isOk = !findings.some(isBlocking);
    const changes = service || options.from !== undefined ? compareCompositions(state?.live ?? null, next) : null;
    return {
      lines: [
        ...(changes ?? []).map((change) => `  ${formatAppChange(change)}`),
        isOk ? 'All gates pass.' : 'The gates refuse this composition:',
        ...findings.map(formatFinding),
        ...(isOk ? [] : await formatPreviewHint(environment, next)),
      ],
      data: { findings, ...(changes ? { changes } : {}) },
      isOk,
    };
  },
});

export const promote = defineChange<[names: string[]], CanaryOptions & SelectionOptions & ForceOptions>({
  name: 'promote',
  summary: 'makes releases live, for every visitor or for a canary first',
  examples: [
    'promote mf-catalog@1.2.0 --canary 10 --reason "faster lists"',
    'promote mf-catalog@1.2.0 --stages 5%/15m,25%/1h,100%',
    'promote mf-catalog@1.2.0 --canary 0 --staff --regions KA,MH',
    'promote mf-catalog@1.2.0 --canary 0 --groups beta,wholesale',
    'promote mf-catalog --from staging',
    'promote shell@2.0.0 mf-catalog@1.2.0',
  ],
  declare: (parser) => declareForce(declareAudience(declareSelection(parser))),
  change: async (run) => {
    const { removeApp: removedApps = [], removePath: removedPaths = [], ...options } = run.options;
    const releases = await findReleases(run, run.words[0], 'promote');
    return { kind: 'promote', releases, removedApps, removedPaths, ...readAudience(options) };
  },
});

const namedSteps = ['complete', 'halt', 'pause', 'resume'] as const;
type Step = number | (typeof namedSteps)[number];

const parseShare = parseInteger(1, 100);
const parseStep = (text: string): Step => namedSteps.find((name) => name === text) ?? parseShare(text, 'The share');

export const rollout = defineChange<[step: Step, app?: string], ForceOptions>({
  name: 'rollout',
  summary: 'raises the share of a canary, completes it for every visitor, halts it, or pauses and resumes its stages',
  examples: [
    'rollout 50 mf-catalog',
    'rollout complete mf-catalog --reason "no new errors"',
    'rollout halt mf-catalog --reason "prices are missing"',
  ],
  declare: (parser) =>
    declareForce(
      parser
        .argument('<step>', `share of the visitors in percent (1 to 100), ${namedSteps.join(', ')}`, parseStep)
        .argument('[app]', 'an app of the canary; may be left out while one canary is running'),
    ),
  change: ({ words: [step, app], options, author }, state) => {
    const isGated = step === 'complete' || typeof step === 'number';
    if (!isGated && (options.force || options.approvedBy !== undefined)) {
      throw new UsageError(`A ${step} runs no gates: leave --force and --approved-by out.`);
    }
    if (step === 'pause') assertReason(author, 'A pause');
    if (step === 'complete') assertReason(author, 'A completion');
    // Another canary may start while the gates run. This command must not change that canary.
    const canary = findCanary(state, app ? { app } : {}).id;
    return isGated ? { kind: 'rollout', canary, share: step } : { kind: step, canary };
  },
});

export const rollback = defineChange<[app?: string], { to?: number }>({
  name: 'rollback',
  summary: 'restores the composition before the last one, for every app or for one app',
  examples: ['rollback --reason "cards broke"', 'rollback mf-catalog', 'rollback --to 12'],
  declare: (parser) =>
    parser
      .argument('[app]', 'name of one app')
      .addOption(valueOption('--to <change>', 'restore the composition after this change', parseChangeNumber)),
  change: ({ words: [app], options: { to } }) => ({
    kind: 'rollback',
    ...(app ? { app } : {}),
    ...(to === undefined ? {} : { to }),
  }),
});

const declareApp = (parser: Command) => parser.argument('[app]', 'name of one app (default: every app)');

export const lock = defineChange<[app?: string]>({
  name: 'lock',
  summary: 'stops promotions and rollbacks of an app or of every app',
  examples: ['lock mf-payment --reason "sale weekend"'],
  declare: declareApp,
  change: ({ words: [app = '*'], author }) => {
    assertReason(author, 'A lock');
    return { kind: 'lock', app };
  },
});

export const unlock = defineChange<[app?: string]>({
  name: 'unlock',
  summary: 'removes a lock',
  examples: ['unlock mf-payment --reason "the sale is over"'],
  declare: declareApp,
  change: ({ words: [app = '*'], author }) => {
    assertReason(author, 'An unlock');
    return { kind: 'unlock', app };
  },
});

export const recoverHead = defineCommand<[], WaitOptions>({
  name: 'recover-head',
  summary: 'signs a new HEAD from the newest entry of the audit log when HEAD is missing or damaged',
  examples: ['recover-head --reason "disk failed"'],
  declare: declareWait,
  access: 'sign',
  run: async (run) => {
    assertReason(run.author, 'A recovery');
    const state = await signNewHead(run.environment, run.author);
    const { lines, data } = stateResult(state);
    const note = 'The locks and the canaries are lost: check that the right composition is live, then lock again.';
    const result = { lines: [...lines, note], data };
    return run.options.wait ? addServed(result, run, state) : result;
  },
});
