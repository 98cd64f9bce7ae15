import type { CheckComposition } from '@shop/releases/actions/run-gates';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { assertApprover, findTwoPersonApp, formatApprovedAuthor } from '@shop/releases/policy/two-person-rule';
import type { Author } from '@shop/releases/state/environment';
import { type Command, Option } from 'commander';
import { type CommandRun, UsageError } from '../../cli/command';
import { listOption, parsePlainText, valueOption } from '../../cli/parse-values';

/** Options of commands that compose a new composition. */
export interface RemovalOptions {
  removeApp?: string[];
  removePath?: string[];
}

export const declareRemoval = (parser: Command): Command =>
  parser
    .argument('[releases...]', 'releases, such as mf-catalog@1.2.0')
    .addOption(listOption('--remove-app <app>', 'remove an app from the composition (may be repeated)'))
    .addOption(listOption('--remove-path <path>', 'allow a live path to lose its owner (may be repeated)'));

/** Options of commands that the gates can refuse. */
export interface ForceOptions {
  force?: true;
  approvedBy?: string;
}

export const declareForce = (parser: Command): Command =>
  parser
    .addOption(new Option('--force', 'ignore the findings of the gates; needs --reason'))
    .addOption(
      valueOption('--approved-by <name>', 'second person, for apps that two people must force', parsePlainText),
    );

/** Asserts that a command line names a release or an app to remove. @throws {UsageError} */
export function assertSelection(names: readonly string[], { removeApp = [] }: RemovalOptions, verb: string): void {
  if (names.length + removeApp.length > 0) return;
  throw new UsageError(`Name a release to ${verb}, such as mf-catalog@1.2.0.`);
}

/** The gates of an environment. `removePath` names live paths that may lose their owner. */
export const createGates = (
  { environment, host }: Pick<CommandRun<unknown, unknown>, 'environment' | 'host'>,
  { removePath = [] }: RemovalOptions = {},
): CheckComposition => createPromotionCheck(environment, removePath, host.smokeTest);

/**
 * Reads `--force` and `--approved-by`. A forced change needs a reason. For apps that handle money it also needs the approval
 * of a second person.
 *
 * @param apps  Apps that the command changes.
 * @throws {UsageError} When the reason or the second person is missing.
 */
export function readForce(
  { author, environment, host, options }: CommandRun<unknown, ForceOptions>,
  apps: readonly string[],
): { isForced: boolean; author: Author } {
  const { force, approvedBy } = options;
  if (!force) {
    if (approvedBy) throw new UsageError('--approved-by needs --force: add --force, or leave --approved-by out.');
    return { isForced: false, author };
  }
  assertReason(author, '--force');
  const protectedApp = findTwoPersonApp(apps);
  if (protectedApp && (!approvedBy || isSamePerson(approvedBy, author.by))) {
    throw new UsageError(
      `${protectedApp} can be forced by two people only: add --approved-by and the name of a second person.`,
    );
  }
  if (!approvedBy) return { isForced: true, author };
  assertApprover(host.policy ?? null, approvedBy, apps, environment.name);
  return { isForced: true, author: { ...author, by: formatApprovedAuthor(author.by, approvedBy) } };
}

/** @param subject  Subject of the message, such as `A lock`. @throws {UsageError} When the reason is empty. */
export function assertReason({ reason }: Author, subject: string): void {
  if (!reason) throw new UsageError(`${subject} needs a reason: add --reason "…".`);
}
