import { GatesFailedError } from '@shop/releases/actions/run-gates';
import { assertKnownPerson, createAuthorize } from '@shop/releases/policy/policy';
import { escapeInvisible } from '@shop/releases/policy/text-sanitization';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import * as change from '../commands/change-commands';
import { repair } from '../commands/environment/recover-head.command';
import * as health from '../commands/health-commands';
import * as read from '../commands/read-commands';
import { gc } from '../commands/releases/gc.command';
import {
  asTyped,
  type Command,
  type CommandHost,
  type CommandResult,
  plainFlag,
  plainText,
  readCommandLine,
  textFlag,
  UsageError,
} from './command';

const commands: Record<string, Command> = { ...change, ...read, ...health, gc, repair };
const order = [
  ...['publish', 'list', 'status', 'history', 'diff', 'check'],
  ...['promote', 'rollout', 'watch', 'rollback', 'preview', 'staff', 'lock', 'unlock', 'verify', 'gc', 'repair'],
];

function help(): CommandResult {
  const shown = order.map((name) => ({ name, usage: commands[name]?.usage ?? '', says: commands[name]?.says ?? '' }));
  const lines = shown.flatMap(({ name, usage, says }) => [`  ${name} ${usage}`, `      ${says}`]);
  return { lines: ['npm run release -- COMMAND [--env production] [--json]', '', ...lines], data: { commands: shown } };
}

/** What a run of the command line came to. */
export interface CliOutcome {
  /** 0 done, 1 refused or failed, 2 not understood. */
  exitCode: 0 | 1 | 2;
  output: string;
  /** Whether the output belongs on the error stream. What was asked for as JSON is on the other one, failures too. */
  isError: boolean;
}

/** Answers as they are printed: lines that are safe to print, or a document; one that goes on has a line for each. */
const printer = (isJson: boolean, isByLine: boolean) => (lines: readonly string[], data: unknown) =>
  isJson ? JSON.stringify(data, null, isByLine ? 0 : 2) : lines.map(escapeInvisible).join('\n');

async function run(name: string, command: Command, args: string[], { openHost, print }: RunOptions) {
  const { flags, words } = readCommandLine(name, command, args);
  const env = asTyped(() => parseEnvironmentName(textFlag(flags, 'env') ?? 'production', '--env'));
  const host = await openHost();
  const by = plainText(host.user, 'RELEASE_USER');
  if (!by) throw new UsageError('RELEASE_USER is empty: set it to your name.');
  const author = { by, reason: plainFlag(flags, 'reason') };
  if (host.policy && command.does) assertKnownPerson(host.policy, by);
  const authorize = host.policy ? { authorize: createAuthorize(host.policy, by, env) } : {};
  const open = (one: string) => host.openEnvironment(one, command.does === 'signs' ? 'sign' : 'read');
  const environment = { ...(await open(env)), ...authorize };
  const say = ({ lines, data }: CommandResult) => host.say?.(print(lines, data));
  return command.run({ words, flags, environment, author, host: { ...host, openEnvironment: open }, say });
}

interface RunOptions {
  openHost: () => Promise<CommandHost>;
  print: ReturnType<typeof printer>;
}

/**
 * Runs one command of `npm run release`.
 *
 * @param args What was typed after `release --`.
 * @param openHost Called for a command that is known; what it throws is the outcome.
 * @see RELEASING.md
 */
export async function runReleaseCli(
  args: readonly string[],
  openHost: () => Promise<CommandHost>,
): Promise<CliOutcome> {
  const isJson = args.some((arg) => arg === '--json' || arg.startsWith('--json='));
  const [name = 'help', ...rest] = args.filter((arg) => arg !== '--json');
  const command = order.includes(name) ? commands[name] : undefined;
  const print = printer(isJson, command?.goesOn === true);
  try {
    const isHelp = name === 'help' || name === '--help';
    if (!command && !isHelp) {
      throw new UsageError(`There is no command "${name}": choose from ${order.join(', ')}.`);
    }
    const { lines, data, isOk = true } = command ? await run(name, command, rest, { openHost, print }) : help();
    return { exitCode: isOk ? 0 : 1, output: print(lines, data), isError: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const findings = error instanceof GatesFailedError ? { findings: error.findings } : {};
    return {
      exitCode: error instanceof UsageError ? 2 : 1,
      // Findings, and a build's own output, are several lines.
      output: print(message.split('\n'), { error: message, ...findings }),
      isError: !isJson,
    };
  }
}
