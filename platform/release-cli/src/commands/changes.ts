import { lock as lockApp, unlock as unlockApp } from '@shop/releases/actions/lock';
import { type PromoteOptions, promote as promoteReleases } from '@shop/releases/actions/promote';
import { recoverHead as signNewHead } from '@shop/releases/actions/recover-head';
import { rollback as rollbackEnvironment } from '@shop/releases/actions/rollback';
import { complete, halt, pause, resume, rollout as rolloutCanary } from '@shop/releases/actions/rollout';
import { type CheckComposition, formatFinding } from '@shop/releases/gates/run-gates';
import { assertAllowed, findActor, findMissingApprovals, formatApprovedAuthor } from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { type HaltedCanary, isBlocking, readAuditLog } from '@shop/releases/state/audit-log';
import { listCanaryApps, maxStages, type Stage } from '@shop/releases/state/canary';
import {
  groupsRule,
  parseGroups,
  parseRegions,
  pickCanaryAudience,
  regionsRule,
} from '@shop/releases/state/canary-audience';
import { compose, pinReleases } from '@shop/releases/state/compose';
import { getReleases } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { type Author, type Environment, type LiveState, parseEnvironmentName } from '@shop/releases/state/environment';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import { deliverWebhooks, reportWebhooks, type WebhookReport } from '@shop/releases/webhooks/deliver-webhooks';
import { type Command, Option } from 'commander';
import { type CommandDefinition, type CommandResult, type CommandRun, defineCommand, UsageError } from '../cli/command';
import { formatChanges, stateResult } from '../cli/format';
import {
  listOption,
  parseChangeNumber,
  parseDuration,
  parseInteger,
  parsePlainText,
  parseWith,
  reasonOption,
  shopUrlOption,
  valueOption,
} from '../cli/parse-values';
import { findPublishedRelease } from '../published/published-releases';
import { waitForShop } from './wait-for-shop';

interface RemovalOptions {
  removeApp?: string[];
  removePath?: string[];
}

interface SelectionOptions extends RemovalOptions {
  /** Environment whose live releases are selected. */
  from?: string;
}

const parseFrom = (text: string, name: string) => parseWith(() => parseEnvironmentName(text, name));

const declareSelection = (parser: Command): Command =>
  parser
    .argument(
      '[releases...]',
      'releases, such as mf-catalog@1.2.0; with --from, apps (default: every app that differs)',
    )
    .addOption(valueOption('--from <env>', 'select the live releases of another environment', parseFrom))
    .addOption(listOption('--remove-app <app>', 'remove an app from the composition (may be repeated)'))
    .addOption(listOption('--remove-path <path>', 'allow a live path to lose its owner (may be repeated)'));

interface ForceOptions {
  force?: true;
  approvedBy?: string[];
}

const declareForce = (parser: Command): Command =>
  parser
    .addOption(new Option('--force', 'ignore a freeze and the findings of the gates; needs --reason'))
    .addOption(
      listOption('--approved-by <name>', 'another person who approves the change (may be repeated)', parsePlainText),
    );

/**
 * Finds the releases that a command line selects: those that it names, or with `--from` those that are live in another
 * environment and differ here.
 *
 * @throws {UsageError} When it selects nothing, or names an app that is not live in the other environment.
 */
async function findReleases(
  { environment, options: { from, removeApp = [] } }: CommandRun<unknown, SelectionOptions>,
  names: readonly string[],
  verb: string,
): Promise<ReleaseId[]> {
  const { store, name: env } = environment;
  if (from === undefined) {
    if (names.length + removeApp.length > 0) {
      return Promise.all(names.map((name) => findPublishedRelease(store, name)));
    }
    throw new UsageError(
      `Name a release to ${verb}, such as mf-catalog@1.2.0, or an environment, such as --from staging.`,
    );
  }
  if (from === env) throw new UsageError(`--from and --env are both ${env}: name two environments.`);
  const [source, state] = await Promise.all([
    readLiveState({ ...environment, name: from }),
    readLiveState(environment),
  ]);
  if (!source) throw new UsageError(`${from} has no live composition: name another environment after --from.`);
  const live = getReleases(source.live);
  const unknown = names.find((name) => !live.some(({ app }) => app === name));
  if (unknown) {
    throw new UsageError(`"${unknown}" is no app of ${from}: choose from ${live.map(({ app }) => app).join(', ')}.`);
  }
  const differing = compareCompositions(state?.live ?? null, source.live).flatMap(({ after }) => after ?? []);
  return differing.filter(({ app }) => names.length === 0 || names.includes(app));
}

const createGates = (
  { environment, host }: Pick<CommandRun<unknown, unknown>, 'environment' | 'host'>,
  { removePath = [] }: RemovalOptions = {},
): CheckComposition => createPromotionCheck(environment, removePath, host.smokeTest);

/**
 * Reads `--force` and `--approved-by`. A forced change needs a reason. Apps that handle money, and those of the policy's rules,
 * need further people.
 *
 * @throws {UsageError} When an approval is missing.
 */
function readForce(
  { author, environment: { name: env }, host: { policy = null }, options }: CommandRun<unknown, ForceOptions>,
  apps: readonly string[],
): { isForced: boolean; author: Author } {
  const { force: isForced = false, approvedBy = [] } = options;
  if (isForced) assertReason(author, '--force');
  if (approvedBy.some((name) => !name || isSamePerson(name, author.by))) {
    throw new UsageError('--approved-by is empty or names you: name another person.');
  }
  const approvers = approvedBy.map((name) => (policy ? findActor(policy, name) : { name, roles: [] }));
  for (const { app, missing, permission } of findMissingApprovals(policy, env, apps, approvers, isForced)) {
    // An approver who may not approve is the likely cause.
    if (policy) for (const actor of approvers) assertAllowed(policy, actor, permission, app, env);
    const people = missing === 1 ? 'another person' : `${missing} further people`;
    throw new UsageError(
      `${app} needs the approval of ${people} to ${isForced ? 'be forced' : 'go to more visitors'}: add --approved-by and the name for each.`,
    );
  }
  return { isForced, author: { ...author, by: formatApprovedAuthor(author.by, approvedBy) } };
}

/** @param subject  Subject of the message, such as `A lock`. @throws {UsageError} When the reason is empty. */
function assertReason({ reason }: Author, subject: string): void {
  if (!reason) throw new UsageError(`${subject} needs a reason: add --reason "…".`);
}

interface WaitOptions {
  wait?: true;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

/** Milliseconds that a command waits for the shop. A gateway polls HEAD four times a second, and then starts the composition. */
const waitMs = 60_000;

interface Change {
  state: LiveState;
  before?: LiveState | null;
  mayEndCanaries?: true;
  intro?: readonly string[];
  note?: string;
}

/** A command that changes an environment. It prints the new state, and with `--wait` ends when the shop serves it. */
interface ChangeDefinition<Words, Options>
  extends Omit<CommandDefinition<Words, Options & WaitOptions>, 'run' | 'access'> {
  change: (run: CommandRun<Words, Options>) => Promise<Change>;
}

const defineChange = <Words, Options = object>({ change, declare, ...definition }: ChangeDefinition<Words, Options>) =>
  defineCommand<Words, Options & WaitOptions>({
    ...definition,
    access: 'sign',
    declare: (parser) => {
      declare?.(parser);
      parser
        .addOption(reasonOption())
        .option('--wait', 'wait until the shop serves the change')
        .addOption(shopUrlOption());
    },
    run: async (run) => {
      const { state, before, mayEndCanaries, intro = [], note } = await change(run);
      const isChanged = before === undefined || state.head.seq !== before?.head.seq;
      const halted = mayEndCanaries && isChanged ? await readHalted(run.environment, state) : [];
      const { lines, data } = stateResult(state, before, halted);
      const result = { lines: [...(isChanged ? intro : []), ...lines, ...(note ? [note] : [])], data };
      return run.options.wait ? addServed(result, run, state) : result;
    },
  });

/** Waits for the shop. The change stays when the shop does not serve it: the exit code is then 1. */
async function addServed(
  { lines, data }: CommandResult,
  { options: { shopUrl }, host }: CommandRun<unknown, WaitOptions>,
  { head: { env, seq } }: LiveState,
): Promise<CommandResult> {
  const problem = await waitForShop({ shopUrl, env, seq, timeoutMs: waitMs, signal: host.interrupted });
  const line = problem
    ? `Change ${seq} of ${env} is signed and stored, and ${shopUrl} ${problem}: look at the log of the gateway, or correct --shop-url.`
    : `${shopUrl} serves change ${seq}.`;
  return { lines: [...lines, line], data: { ...(data as object), isServed: problem === null }, isOk: problem === null };
}

async function readHalted(
  { store, trusted }: Environment,
  { head }: Pick<LiveState, 'head'>,
): Promise<readonly HaltedCanary[]> {
  for await (const { halted } of readAuditLog(store, head.log, trusted)) return halted;
  return [];
}

export const check = defineCommand<[names: string[]], SelectionOptions>({
  name: 'check',
  summary: 'runs the gates on the composition that a promotion would create; changes nothing',
  examples: ['check mf-catalog@1.2.0', 'check --from staging', 'check --remove-app mf-old --remove-path /old'],
  declare: declareSelection,
  run: async (run) => {
    const { environment, options } = run;
    const [names] = run.words;
    const releases = await findReleases(run, names, 'check');
    const state = await readLiveState(environment);
    const composed = compose(environment.name, state?.live ?? null, releases, options.removeApp);
    // A promotion of this composition reuses a smoke test that passes here.
    const next = await pinReleases(environment.store, composed);
    const findings = await createGates(run, options)({ next, state });
    const isOk = !findings.some(isBlocking);
    const changes = state && options.from !== undefined ? formatChanges(state.live, next) : [];
    return {
      lines: [
        ...changes.map((line) => `  ${line}`),
        isOk ? 'All gates pass.' : 'The gates refuse this composition:',
        ...findings.map(formatFinding),
      ],
      data: { findings, ...(options.from === undefined ? {} : { changes }) },
      isOk,
    };
  },
});

interface CanaryOptions {
  /** Percent of the visitors. */
  canary?: number;
  /** The first share and the stages after it. */
  stages?: { share: number; stages: Stage[] };
  staff?: true;
  regions?: string[];
  groups?: string[];
}

/** Converts `5%/15m,25%/1h,100%`: the first share for 15 minutes, then 25 % for an hour, then every visitor. */
function parseStages(text: string, name: string): { share: number; stages: Stage[] } {
  const parts = text.split(',').map((part) => /^\s*(\d{1,3})%(?:\/(\d{1,5}[mhd]))?\s*$/.exec(part));
  const shares = parts.map((part) => Number(part?.[1] ?? 0));
  const isRising = shares.every((share, index) => share <= 100 && share > (shares[index - 1] ?? 0));
  const durations = parts.slice(0, -1).map((part) => part?.[2]);
  const isTimed = durations.every((duration) => duration !== undefined) && parts.at(-1)?.[2] === undefined;
  if (!isRising || !isTimed || parts.length < 2 || parts.length > maxStages + 1) {
    throw new UsageError(
      `${name} is "${text}": give rising shares with the time that each lasts, such as 5%/15m,25%/1h,100%.`,
    );
  }
  const stages = shares.slice(1).map((share, index) => ({
    share,
    afterMinutes: parseDuration(durations[index] ?? '', name) / 60_000,
  }));
  return { share: shares[0] ?? 0, stages };
}

function parseRegionList(text: string, name: string): string[] {
  const regions = parseRegions(text.split(','));
  if (regions) return regions;
  throw new UsageError(`${name} is "${text}": ${regionsRule}.`);
}

function parseGroupList(text: string, name: string): string[] {
  const groups = parseGroups(text.split(','));
  if (groups) return groups;
  throw new UsageError(`${name} is "${text}": ${groupsRule}.`);
}

/** Reads the audience of the canary. @throws {UsageError} When a list is given without a canary. */
function readAudience({
  canary,
  stages,
  ...lists
}: CanaryOptions): Pick<PromoteOptions, 'canaryShare' | 'canaryAllowlist' | 'stages'> {
  if (canary !== undefined && stages) {
    throw new UsageError('--stages starts with its first share: leave --canary out.');
  }
  const share = canary ?? stages?.share;
  const { share: _, ...canaryAllowlist } = pickCanaryAudience({ share: 0, ...lists });
  if (share !== undefined) {
    return {
      ...(stages ? { stages: stages.stages } : {}),
      canaryShare: share,
      canaryAllowlist,
    };
  }
  if (Object.keys(canaryAllowlist).length === 0) return {};
  throw new UsageError(
    '--staff, --regions and --groups need a canary: add --canary and a share, such as --canary 10, or --stages.',
  );
}

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
  declare: (parser) =>
    declareForce(
      declareSelection(parser)
        .addOption(valueOption('--canary <percent>', 'share of the visitors, 0 to 100', parseInteger(0, 100)))
        .addOption(
          valueOption('--stages <plan>', 'shares with their times; "watch" or the console raises them', parseStages),
        )
        .option('--staff', 'give the canary to staff too')
        .addOption(valueOption('--regions <codes>', 'give the canary to visitors from regions too', parseRegionList))
        .addOption(valueOption('--groups <names>', 'give the canary to groups of customers too', parseGroupList)),
    ),
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

function formatReport({ name, handled, pending, attempts, lastError, nextAttemptAt, failed }: WebhookReport): string[] {
  const next = nextAttemptAt ? `, next attempt at ${new Date(nextAttemptAt).toISOString()}` : '';
  const tries = attempts > 0 ? `, ${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}${next}` : '';
  return [
    `${name}: delivered up to change ${handled}, ${pending} pending${tries}`,
    ...(lastError && pending > 0 ? [`  last error: ${lastError}`] : []),
    ...failed.map(
      ({ change, at, error }) => `  given up: change ${change} at ${new Date(at).toISOString()} (${error})`,
    ),
  ];
}

export const webhooks = defineCommand<[], { deliver?: true }>({
  name: 'webhooks',
  summary: 'shows what each webhook has received, and what is pending or was given up',
  examples: ['webhooks', 'webhooks --deliver'],
  declare: (parser) => parser.option('--deliver', 'deliver now what is due'),
  run: async ({ environment, host, options: { deliver = false } }) => {
    const configured = host.webhooks ?? [];
    if (deliver) await deliverWebhooks(environment, configured);
    const reports = await reportWebhooks(environment, configured);
    return {
      lines:
        reports.length > 0
          ? reports.flatMap(formatReport)
          : [`${environment.name} has no webhooks: name a file with them in RELEASE_WEBHOOKS.`],
      data: reports,
      isOk: reports.every(({ attempts, failed }) => attempts === 0 && failed.length === 0),
    };
  },
});
