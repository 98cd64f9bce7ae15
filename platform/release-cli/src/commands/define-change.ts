import { applyChange, type EnvironmentChange } from '@shop/releases/actions/apply-change';
import { type CheckComposition, formatFinding } from '@shop/releases/gates/run-gates';
import { emptyPolicy, findMissingApprovals } from '@shop/releases/policy/policy';
import type { ReleaseId } from '@shop/releases/release/release';
import type { CallBody } from '@shop/releases/service-api/requests';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { type HaltedCanary, isBlocking, readAuditLog } from '@shop/releases/state/audit-log';
import { listCanaryApps } from '@shop/releases/state/canary';
import { formatAppChange } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import { type CommandResult, type CommandRun, type RunCommand, UsageError } from '../cli/command';
import { formatChanges, stateResult } from '../cli/format';
import { listWaitAddresses } from '../host/settings';
import type { ServiceClient } from '../service/service-client';
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

export interface WaitOptions {
  wait?: true;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

/** Milliseconds that a command waits for the shop. A gateway polls HEAD four times a second, and then starts the composition. */
const waitMs = 60_000;

/**
 * Creates a command that changes an environment, by itself or through a release service. The command prints the new state. With
 * `--wait` it ends when the shop serves that state.
 *
 * @param describe  Describes the change that the command line asks for, from the state that the person sees.
 */
export const runChange =
  <Words, Options = object>(
    describe: (
      run: CommandRun<Words, Options>,
      state: LiveState | null,
    ) => EnvironmentChange | Promise<EnvironmentChange>,
  ): RunCommand<Words, Options & ForceOptions & WaitOptions> =>
  async (run) => {
    const { environment, service } = run;
    const before = await readLiveState(environment);
    const change = await describe(run, before);
    if (run.options.force) assertReason(run.author, '--force');
    const made = service ? await changeInService(run, service, change, before) : await changeHere(run, change, before);
    if ('approval' in made) return toPendingResult(made.approval);
    const { state, warnings } = made;
    const isUnchanged = before !== null && state.head.seq === before.head.seq;
    const halted = isUnchanged ? [] : await readHalted(environment, state);
    const { lines, data } = stateResult(state, halted);
    const intro = isUnchanged ? [formatNoChange(change)] : formatPromotion(change, before, state, warnings);
    const result = { lines: [...intro, ...lines], data };
    return run.options.wait ? addServed(result, run, state) : result;
  };

const formatNoChange = ({ kind }: EnvironmentChange): string =>
  kind === 'promote' || kind === 'rollback'
    ? 'That is live already: nothing changed.'
    : 'That is so already: nothing changed.';

/** Formats the warnings of a promotion, and the apps that it changes for every visitor or for those of the canary that it started. */
function formatPromotion(
  { kind }: EnvironmentChange,
  before: LiveState | null,
  state: LiveState,
  warnings: readonly string[],
): string[] {
  if (kind !== 'promote' || !before) return [];
  const started = state.canaries.find(({ id }) => !before.canaries.some((canary) => canary.id === id));
  const changes = formatChanges(before.live, started?.composition ?? state.live);
  return [...warnings, ...changes.map((line) => `  ${line}`)];
}

/** Makes a change with the signer of the environment. @returns With the warnings of the gates, each once. */
async function changeHere(
  run: CommandRun<unknown, ForceOptions>,
  change: EnvironmentChange,
  state: LiveState | null,
): Promise<{ state: LiveState; warnings: string[] }> {
  const { environment, host, progress } = run;
  const removedPaths = change.kind === 'promote' ? change.removedPaths : [];
  const gates = createPromotionCheck(environment, removedPaths, host.smokeTest, progress);
  const warnings = new Set<string>();
  const check: CheckComposition = async (candidate) => {
    const findings = await gates(candidate);
    for (const finding of findings) if (!isBlocking(finding)) warnings.add(formatFinding(finding));
    return findings;
  };
  const { force: isForced = false } = run.options;
  assertNoApproval(environment.name, listGatedApps(change, state), isForced);
  const changed = await applyChange(environment, change, run.author, { check, isForced });
  return { state: changed, warnings: [...warnings] };
}

/** Lists the apps that a change brings to more visitors. */
function listGatedApps(change: EnvironmentChange, state: LiveState | null): string[] {
  if (change.kind === 'promote') return [...change.releases.map(({ app }) => app), ...change.removedApps];
  return change.kind === 'rollout' ? listCanaryApps(findCanary(state, { id: change.canary ?? '' })) : [];
}

/** Has the release service make a change. @returns The approval that the change waits for, or the new state. */
async function changeInService(
  { environment, author, options, progress }: CommandRun<unknown, ForceOptions>,
  service: ServiceClient,
  change: EnvironmentChange,
  before: LiveState | null,
): Promise<{ state: LiveState; warnings: string[] } | { approval: ApprovalView }> {
  const { kind, ...fields } = change.kind === 'promote' ? toRequest(change) : change;
  const isForced = kind === 'promote' || kind === 'rollout' ? { isForced: options.force === true } : {};
  const seq = before?.head.seq ?? 0;
  const body = { env: environment.name, seq, reason: author.reason, ...fields, ...isForced };
  const result = await progress.run('change in the release service', () =>
    service.call(kind, body as CallBody<typeof kind>),
  );
  if ('approval' in result) return result;
  return { state: await loadState(environment), warnings: [] };
}

export const formatRelease = ({ app, version }: ReleaseId): string => `${app}@${version}`;

/** Writes a promotion as the service expects it: releases by name, and the stages with the canary. */
const toRequest = ({ releases, canary, stages, ...rest }: EnvironmentChange & { kind: 'promote' }) => ({
  ...rest,
  releases: releases.map(formatRelease),
  canary: canary && { ...canary, ...(stages ? { stages } : {}) },
});

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
  { options: { shopUrl }, host, progress }: CommandRun<unknown, WaitOptions>,
  { head: { env, seq } }: LiveState,
): Promise<CommandResult> {
  const addresses = listWaitAddresses(shopUrl);
  const problem = await progress.run(
    'change in the shop',
    () => waitForShop({ addresses, env, seq, timeoutMs: waitMs, signal: host.interrupted }),
    (found) => found === null,
  );
  const line = problem
    ? `Change ${seq} of ${env} is signed and stored, and ${problem}: look at the log of the gateway, or correct --shop-url or GATEWAY_URLS.`
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
