import { lock as lockApp, unlock as unlockApp } from '@shop/releases/actions/lock';
import { promote as promoteReleases } from '@shop/releases/actions/promote';
import { recoverHead as signNewHead } from '@shop/releases/actions/recover-head';
import { rollback as rollbackEnvironment } from '@shop/releases/actions/rollback';
import { complete, halt, pause, resume, rollout as rolloutCanary } from '@shop/releases/actions/rollout';
import { type CheckComposition, formatFinding } from '@shop/releases/gates/run-gates';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { isBlocking } from '@shop/releases/state/audit-log';
import { listCanaryApps } from '@shop/releases/state/canary';
import { compose } from '@shop/releases/state/compose';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import type { Command } from 'commander';
import { type CommandRun, defineCommand, UsageError } from '../cli/command';
import { formatChanges } from '../cli/format';
import { parseChangeNumber, parseInteger, valueOption } from '../cli/parse-values';
import { checkComposition } from '../published/check-composition';
import { formatPreviewHint } from '../published/published-releases';
import {
  assertReason,
  declareForce,
  defineChange,
  type ForceOptions,
  readForce,
  readServiceForce,
} from './define-change';
import {
  type CanaryOptions,
  declareAudience,
  declareSelection,
  findReleases,
  type RemovalOptions,
  readAudience,
  type SelectionOptions,
} from './selection';

const createGates = (
  { environment, host }: Pick<CommandRun<unknown, unknown>, 'environment' | 'host'>,
  { removePath = [] }: RemovalOptions = {},
): CheckComposition => createPromotionCheck(environment, removePath, host.smokeTest);

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
    const findings = await checkComposition(run, toSelection(releases, options), next, state);
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

const formatRelease = ({ app, version }: ReleaseId) => `${app}@${version}`;

const toSelection = (releases: readonly ReleaseId[], { removeApp = [], removePath = [] }: RemovalOptions) => ({
  releases: releases.map(formatRelease),
  removedApps: removeApp,
  removedPaths: removePath,
});

/** Wraps the gates so that their warnings can be printed, each once. */
function collectWarnings(gates: CheckComposition): { check: CheckComposition; warnings: ReadonlySet<string> } {
  const warnings = new Set<string>();
  const check: CheckComposition = async (candidate) => {
    const findings = await gates(candidate);
    for (const finding of findings) if (!isBlocking(finding)) warnings.add(formatFinding(finding));
    return findings;
  };
  return { check, warnings };
}

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
  request: async (run, common) => {
    const { options } = run;
    const releases = await findReleases(run, run.words[0], 'promote');
    const { canaryShare: share, canaryAllowlist, stages } = readAudience(options);
    const canary =
      share === undefined ? null : { share, ...canaryAllowlist, ...(stages ? { stages: [...stages] } : {}) };
    const isForced = readServiceForce(run);
    return { name: 'promote', body: { ...common, ...toSelection(releases, options), canary, isForced } };
  },
  change: async (run) => {
    const { environment, options } = run;
    const [names] = run.words;
    const releases = await findReleases(run, names, 'promote');
    const removed = options.removeApp ?? [];
    const { isForced, author } = readForce(run, [...releases.map(({ app }) => app), ...removed]);
    const before = await readLiveState(environment);
    const { check, warnings } = collectWarnings(createGates(run, options));
    const state = await promoteReleases(environment, releases, author, {
      check,
      isForced,
      removed,
      owner: run.author.by,
      ...readAudience(options),
    });
    const started = state.canaries.find(({ id }) => !before?.canaries.some((canary) => canary.id === id));
    const changes = before ? formatChanges(before.live, started?.composition ?? state.live) : [];
    const intro = before ? [...warnings, ...changes.map((line) => `  ${line}`)] : [];
    return { state, before, mayEndCanaries: true, intro };
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
  request: (run, common, state) => {
    const [step, app] = run.words;
    const body = { ...common, canary: findCanary(state, app ? { app } : {}).id };
    if (step === 'halt' || step === 'pause' || step === 'resume') return { name: step, body };
    return { name: 'rollout', body: { ...body, share: step, isForced: readServiceForce(run) } };
  },
  change: async (run) => {
    const { environment, options } = run;
    const [step, app] = run.words;
    const selector = app ? { app } : {};
    if (step === 'halt' || step === 'pause' || step === 'resume') {
      if (options.force || options.approvedBy !== undefined) {
        throw new UsageError(`A ${step} runs no gates: leave --force and --approved-by out.`);
      }
      if (step === 'pause') assertReason(run.author, 'A pause');
      return { state: await { halt, pause, resume }[step](environment, run.author, selector) };
    }
    if (step === 'complete') assertReason(run.author, 'A completion');
    const canary = findCanary(await readLiveState(environment), selector);
    const { isForced, author } = readForce(run, listCanaryApps(canary));
    // Another canary may start while the gates run. This command must not change that canary.
    const gates = { check: createGates(run), isForced, canary: { id: canary.id } };
    if (step !== 'complete') return { state: await rolloutCanary(environment, step, author, gates) };
    return { state: await complete(environment, author, gates), mayEndCanaries: true };
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
  request: ({ words: [app], options: { to } }, common) => ({
    name: 'rollback',
    body: { ...common, ...(app ? { app } : {}), ...(to === undefined ? {} : { to }) },
  }),
  change: async (run) => {
    const { environment, author, options } = run;
    const [app] = run.words;
    const before = await readLiveState(environment);
    const state = await rollbackEnvironment(environment, author, {
      check: createGates(run),
      ...(app ? { app } : {}),
      ...(options.to === undefined ? {} : { seq: options.to }),
    });
    return { state, before, mayEndCanaries: true };
  },
});

const declareApp = (parser: Command) => parser.argument('[app]', 'name of one app (default: every app)');

export const lock = defineChange<[app?: string]>({
  name: 'lock',
  summary: 'stops promotions and rollbacks of an app or of every app',
  examples: ['lock mf-payment --reason "sale weekend"'],
  declare: declareApp,
  request: ({ words: [app = '*'] }, common) => ({ name: 'lock', body: { ...common, app } }),
  change: async ({ words: [app = '*'], environment, author }) => {
    assertReason(author, 'A lock');
    return { state: await lockApp(environment, app, author) };
  },
});

export const unlock = defineChange<[app?: string]>({
  name: 'unlock',
  summary: 'removes a lock',
  examples: ['unlock mf-payment --reason "the sale is over"'],
  declare: declareApp,
  request: ({ words: [app = '*'] }, common) => ({ name: 'unlock', body: { ...common, app } }),
  change: async ({ words: [app = '*'], environment, author }) => {
    assertReason(author, 'An unlock');
    return { state: await unlockApp(environment, app, author) };
  },
});

export const recoverHead = defineChange<[]>({
  name: 'recover-head',
  summary: 'signs a new HEAD from the newest entry of the audit log when HEAD is missing or damaged',
  examples: ['recover-head --reason "disk failed"'],
  change: async ({ environment, author }) => {
    assertReason(author, 'A recovery');
    const note = 'The locks and the canaries are lost: check that the right composition is live, then lock again.';
    return { state: await signNewHead(environment, author), note };
  },
});
