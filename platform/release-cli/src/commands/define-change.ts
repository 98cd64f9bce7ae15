import { isDeepStrictEqual } from 'node:util';
import { applyChange } from '@shop/releases/actions/apply-change';
import {
  Change,
  type ChangeFields,
  type ChangeOf,
  canForce,
  getReasonRule,
  isOverride,
  type Kind,
  kinds,
  listNeeds,
  listRemovedPaths,
} from '@shop/releases/change-model/changes';
import type { ReleaseRef } from '@shop/releases/change-model/fields';
import { emptyPolicy, findMissingApprovals } from '@shop/releases/policy/policy';
import type { ReleaseId } from '@shop/releases/release/release';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import {
  type AuditLogEntry,
  findAuditLogEntry,
  formatFinding,
  isBlocking,
  readAuditLogEntry,
} from '@shop/releases/state/audit-log';
import { getReleases } from '@shop/releases/state/composition';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState, toRunningCanaries } from '@shop/releases/state/live-state';
import * as v from 'valibot';
import { type CommandResult, type CommandRun, type RunCommand, UsageError } from '../cli/command';
import { formatChanges, stateResult } from '../cli/format';
import { findShopUrl, listWaitAddresses } from '../host/settings';
import { formatPreviewCommand } from '../published/published-releases';
import { type ServiceClient, ServiceError } from '../service/service-client';
import { loadState } from './inspection';
import { waitForShop } from './wait-for-shop';

export interface ForceOptions {
  force?: true;
}

/** Asserts that a change of this command line needs no approval. @throws When an app may be forced with an approval only. */
function assertNoApproval(env: string, apps: readonly string[], isForced: boolean): void {
  const [needed] = findMissingApprovals(emptyPolicy, env, apps, [], isForced);
  if (!needed) return;
  throw new Error(
    `${needed.app} needs the approval of another person to be forced: make the change through the release service, whose console has the approvals.`,
  );
}

/** @param subject  Subject of the message, such as `A lock`. @throws {UsageError} When the reason is empty. */
export function assertReason({ reason }: Author, subject: string): void {
  if (!reason) throw new UsageError(`${subject} needs a reason: add --reason "…".`);
}

/** Fields of a change as a command line gives them. */
const fieldNames: Readonly<Record<string, string>> = {
  reason: '--reason',
  app: '<app>',
  env: '--env',
  to: '--to',
  removedApps: '--remove-app',
  removedPaths: '--remove-path',
};

/** Formats what is wrong with a field: `--reason: keep the reason under 500 characters.` */
function formatIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'the change';
  const [name = ''] = field.split('.');
  return `${fieldNames[name] ?? field}: ${issue.message}.`;
}

/**
 * Completes a change with what a command line gives for each: the environment, the reason and `--force`.
 *
 * @throws {UsageError} When a field is invalid, or the change needs a reason.
 */
export function toChange(
  { environment, author, options, service }: CommandRun<unknown, ForceOptions>,
  fields: ChangeFields | { kind: Kind; app?: string; to?: number },
): Change {
  const { kind } = fields;
  const isForced = options.force === true;
  if (!canForce(kind) && isForced) throw new UsageError(`A ${kind} runs no gates: leave --force out.`);
  const common = { env: environment.name, reason: author.reason, ...(canForce(kind) ? { isForced } : {}) };
  const { success, output, issues = [] } = v.safeParse(Change, { ...fields, ...common });
  if (!success) throw new UsageError(issues.map(formatIssue).join(' '));
  const rule = getReasonRule(output);
  // The service of a company asks for each reason that its console asks for.
  const isAsked = rule === 'requested' && service !== null && !service.isLocal;
  if (rule === 'required' || isAsked) assertReason(author, isForced ? '--force' : 'This change');
  return output;
}

export interface WaitOptions {
  wait?: true;
  /** Address of the shop, without a slash at the end. Default: the shop of this machine. */
  shopUrl?: string;
}

interface AwaitedShop {
  shopUrl: string;
  /** Addresses that say what the shop serves. */
  addresses: string[];
}

/**
 * Finds the shop for which `--wait` waits, before the change is made.
 *
 * @returns Null without `--wait`.
 * @throws {SettingsError} When the address in a variable is invalid.
 */
export function findAwaitedShop({ wait, shopUrl: given }: WaitOptions): AwaitedShop | null {
  if (!wait) return null;
  const shopUrl = given ?? findShopUrl();
  return { shopUrl, addresses: listWaitAddresses(shopUrl) };
}

/** Milliseconds that a command waits for the shop. A gateway polls HEAD four times a second, and then starts the composition. */
const waitMs = 60_000;

/** Describes the change that a command line asks for, from the state that the person sees. */
type DescribeChange<Words, Options> = (
  run: CommandRun<Words, Options & ForceOptions>,
  state: LiveState | null,
) => Change | Promise<Change>;

/**
 * Creates a command that changes an environment, by itself or through a release service. The command prints the new state. With
 * `--wait` it ends when the shop serves that state.
 */
export const runChange =
  <Words, Options = object>(
    describe: DescribeChange<Words, Options>,
  ): RunCommand<Words, Options & ForceOptions & WaitOptions> =>
  async (run) => {
    const { environment } = run;
    const shop = findAwaitedShop(run.options);
    const { before, change, made } = await makeChange(run, describe);
    if ('approval' in made) return toPendingResult(made.approval);
    const { state, seq } = made;
    const entry = seq === null ? null : await readEntry(environment, state, seq);
    const { lines, data } = stateResult(state, entry?.halted);
    const intro = entry
      ? [...formatWarnings(entry), ...formatPromotion(change, before, state, entry)]
      : [formatNoChange(change, state)];
    const result = { lines: [...intro, ...lines], data };
    return shop ? addServed(result, run, state, shop) : result;
  };

/** Times that a change is made again in a service after another one came first. */
const maxRepeats = 5;

interface MadeChange {
  /** The live state afterwards. Other changes may have followed. */
  state: LiveState;
  /** Number of the change. Null when nothing had to change. */
  seq: number | null;
}

/**
 * Makes a change here or in the service. Teams that change different apps at the same time do not refuse each other: the same change,
 * with its releases or its canary, is made again.
 */
async function makeChange<Words, Options>(
  run: CommandRun<Words, Options & ForceOptions>,
  describe: DescribeChange<Words, Options>,
) {
  const { environment, service } = run;
  let before = await readLiveState(environment);
  const change = await describe(run, before);
  for (let repeats = 0; ; repeats++) {
    // Another environment has the same versions.
    if (before && change.kind === 'promote' && change.releases.length + change.removedApps.length === 0) {
      return { before, change, made: { state: before, seq: null } };
    }
    if (!service) return { before, change, made: await changeHere(run, change, before) };
    try {
      return { before, change, made: await changeInService(run, service, change, before) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.findings.length > 0) throw addPreviewHint(error, change);
      if (error.status !== 409 || repeats === maxRepeats) throw error;
      const current = await readLiveState(environment);
      if (current?.head.seq === before?.head.seq || !isIndependent(change, before, current)) throw error;
      before = current;
    }
  }
}

/**
 * Whether a change means the same after the changes of other people. A promotion and a rollback start from the live releases of their
 * apps, which the author saw, and an unlock from the lock.
 */
function isIndependent(change: Change, before: LiveState | null, current: LiveState | null): boolean {
  if (change.kind === 'rollout' || change.kind === 'resume') {
    // A pause, or a step of another person, is a decision about this canary that the author has not seen.
    const [seen, found] = [before, current].map((state) => {
      const canary = state?.canaries.find(({ id }) => id === change.canary);
      return JSON.stringify([canary?.share, canary?.plan?.paused]);
    });
    return seen === found;
  }
  if (change.kind === 'unlock') {
    return isDeepStrictEqual(before?.head.locks[change.app], current?.head.locks[change.app]);
  }
  if (change.kind !== 'promote' && change.kind !== 'rollback') return true;
  // Another person made the same change.
  if (change.kind === 'promote' && current && isPromoted(change, current)) return true;
  if (!before || !current) return false;
  const { apps } = listNeeds(change, null);
  return !compareCompositions(before.live, current.live).some(({ app }) => apps === null || apps.includes(app));
}

/** Whether every visitor has what a promotion makes live. */
function isPromoted({ releases, removedApps }: ChangeOf<'promote'>, { live }: LiveState): boolean {
  const current = getReleases(live);
  const names = current.map(formatRelease);
  return (
    releases.every((ref) => names.includes(formatRef(ref))) && !current.some(({ app }) => removedApps.includes(app))
  );
}

/** Adds the command that shows a promotion that the gates of a service refuse. */
function addPreviewHint(error: ServiceError, change: Change): ServiceError {
  if (change.kind !== 'promote' || change.removedApps.length > 0) return error;
  const names = change.releases.map(formatRef);
  return Object.assign(error, { message: [error.message, ...formatPreviewCommand(change.env, names)].join('\n') });
}

/** @param state  Without a change, a promotion has its canary, or its releases are live for everybody. */
function formatNoChange(change: Change, state: LiveState): string {
  if (change.kind === 'rollback') return 'That is live already: nothing changed.';
  if (change.kind !== 'promote') return 'That is so already: nothing changed.';
  const isLive = isPromoted(change, state) || state.canaries.length === 0;
  return `${isLive ? 'That is live' : 'That canary runs'} already: nothing changed.`;
}

/** Formats the warnings of the gates, each once. */
const formatWarnings = ({ findings }: AuditLogEntry): string[] => [
  ...new Set(findings.filter((finding) => !isBlocking(finding)).map(formatFinding)),
];

/** Formats the apps that a promotion changes for every visitor, or for those of the canary that it started. */
function formatPromotion(
  { kind }: Change,
  before: LiveState | null,
  { live, canaries }: LiveState,
  { canary }: AuditLogEntry,
): string[] {
  if (kind !== 'promote' || !before) return [];
  const started = canaries.find(({ id }) => id === canary?.id);
  return formatChanges(before.live, started?.composition ?? live).map((line) => `  ${line}`);
}

/** Makes a change with the signer of the environment. */
async function changeHere(
  run: CommandRun<unknown, ForceOptions>,
  change: Change,
  state: LiveState | null,
): Promise<MadeChange> {
  const { environment, host, progress } = run;
  const check = createPromotionCheck(environment, listRemovedPaths(change), host.smokeTest, progress);
  const { apps } = listNeeds(change, toRunningCanaries(state));
  if (kinds[change.kind].waitsForPeople) assertNoApproval(environment.name, apps ?? [], isOverride(change));
  const { isChanged, ...after } = await applyChange(environment, change, run.author.by, { check });
  return { state: after, seq: isChanged ? after.head.seq : null };
}

/** Has the release service make a change. @returns The approval that the change waits for, or the change. */
async function changeInService(
  { environment, progress }: CommandRun<unknown, ForceOptions>,
  service: ServiceClient,
  change: Change,
  before: LiveState | null,
): Promise<MadeChange | { approval: ApprovalView }> {
  const result = await progress.run('change in the release service', () =>
    service.change(change, before?.head.seq ?? 0, progress),
  );
  if ('approval' in result) return result;
  // The service refuses a change of a later state than the one before.
  const isChanged = result.seq !== before?.head.seq;
  return { state: await loadState(environment), seq: isChanged ? result.seq : null };
}

export const formatRelease = ({ app, version }: ReleaseId): string => `${app}@${version}`;

const formatRef = (ref: ReleaseRef): string => (typeof ref === 'string' ? ref : formatRelease(ref));

function toPendingResult(approval: ApprovalView): CommandResult {
  const { env, changes } = approval;
  return {
    lines: [
      `Nothing has changed yet: the policy wants the approval of another person for this change of ${env}.`,
      ...changes.map((change) => `  ${formatAppChange(change)}`),
      'They find the request in the console.',
    ],
    data: { approval },
    isOk: false,
  };
}

/** Waits for the shop. The change stays when the shop does not serve it: the exit code is then 1. */
export async function addServed(
  { lines, data }: CommandResult,
  { host, progress }: CommandRun<unknown, WaitOptions>,
  { head: { env, seq } }: LiveState,
  { shopUrl, addresses }: AwaitedShop,
): Promise<CommandResult> {
  const problem = await progress.run(
    'change in the shop',
    () => waitForShop({ addresses, env, seq, timeoutMs: waitMs, signal: host.watchInterrupt?.() }),
    (found) => found === null,
  );
  const line = problem
    ? `Change ${seq} of ${env} is signed and stored, and ${problem}: look at the log of the gateway, or correct --shop-url or GATEWAY_URLS.`
    : `${shopUrl} serves change ${seq}.`;
  return { lines: [...lines, line], data: { ...(data as object), isServed: problem === null }, isOk: problem === null };
}

/** Reads the log entry of a change. */
async function readEntry(environment: Environment, { head }: LiveState, seq: number): Promise<AuditLogEntry> {
  const ref = await findAuditLogEntry(environment, head, seq);
  if (!ref) throw new Error(`The log of ${head.env} has no change ${seq}: look at "status" and "history".`);
  return readAuditLogEntry(environment.store, ref, environment.trusted);
}
