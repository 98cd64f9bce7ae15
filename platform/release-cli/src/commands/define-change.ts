import { assertAllowed, findActor, findMissingApprovals, formatApprovedAuthor } from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { type HaltedCanary, readAuditLog } from '@shop/releases/state/audit-log';
import { formatAppChange } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { type Command, Option } from 'commander';
import { type CommandDefinition, type CommandResult, type CommandRun, defineCommand, UsageError } from '../cli/command';
import { stateResult } from '../cli/format';
import { listOption, parsePlainText, reasonOption, shopUrlOption } from '../cli/parse-values';
import type { ServiceChange, ServiceClient } from '../service/service-client';
import { loadState } from './inspection';
import { waitForShop } from './wait-for-shop';

export interface ForceOptions {
  force?: true;
  approvedBy?: string[];
}

export const declareForce = (parser: Command): Command =>
  parser
    .addOption(new Option('--force', 'ignore a freeze and the findings of the gates; needs --reason'))
    .addOption(
      listOption('--approved-by <name>', 'another person who approves the change (may be repeated)', parsePlainText),
    );

/**
 * Reads `--force` and `--approved-by`. A forced change needs a reason. Apps that handle money, and those of the policy's rules,
 * need further people.
 *
 * @throws {UsageError} When an approval is missing.
 */
export function readForce(
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
export function assertReason({ reason }: Author, subject: string): void {
  if (!reason) throw new UsageError(`${subject} needs a reason: add --reason "…".`);
}

/**
 * Reads `--force` of a change that the release service makes. The service asks further people itself.
 *
 * @throws {UsageError} Without a reason, and with `--approved-by`.
 */
export function readServiceForce({ author, options }: CommandRun<unknown, ForceOptions>): boolean {
  if (options.approvedBy) {
    throw new UsageError('The release service asks further people itself: leave --approved-by out.');
  }
  if (options.force) assertReason(author, '--force');
  return options.force === true;
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
  /**
   * The change as a call of the release service. Absent: the command needs the release store and the signer.
   *
   * @param common  Fields of every change.
   */
  request?: (
    run: CommandRun<Words, Options>,
    common: { env: string; seq: number; reason: string },
    state: LiveState | null,
  ) => ServiceChange | Promise<ServiceChange>;
}

export const defineChange = <Words, Options = object>({
  change,
  request,
  declare,
  ...definition
}: ChangeDefinition<Words, Options>) =>
  defineCommand<Words, Options & WaitOptions>({
    ...definition,
    access: 'sign',
    ...(request ? { worksInService: true } : {}),
    declare: (parser) => {
      declare?.(parser);
      parser
        .addOption(reasonOption())
        .option('--wait', 'wait until the shop serves the change')
        .addOption(shopUrlOption());
    },
    run: async (run) => {
      const made = run.service && request ? await changeInService(run, run.service, request) : await change(run);
      if ('approval' in made) return toPendingResult(made.approval);
      const { state, before, mayEndCanaries, intro = [], note } = made;
      const isChanged = before === undefined || state.head.seq !== before?.head.seq;
      const halted = mayEndCanaries && isChanged ? await readHalted(run.environment, state) : [];
      const { lines, data } = stateResult(state, before, halted);
      const result = { lines: [...(isChanged ? intro : []), ...lines, ...(note ? [note] : [])], data };
      return run.options.wait ? addServed(result, run, state) : result;
    },
  });

/** Has the release service make a change. @returns The approval that the change waits for, or the new state. */
async function changeInService<Words, Options>(
  run: CommandRun<Words, Options>,
  service: ServiceClient,
  request: NonNullable<ChangeDefinition<Words, Options>['request']>,
): Promise<Change | { approval: ApprovalView }> {
  const { environment, author } = run;
  const before = await readLiveState(environment);
  const common = { env: environment.name, seq: before?.head.seq ?? 0, reason: author.reason };
  const result = await service.change(await request(run, common, before));
  if ('approval' in result) return result;
  return { state: await loadState(environment), before, mayEndCanaries: true };
}

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
