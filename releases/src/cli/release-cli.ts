import { GatesRefused } from '../environment/actions';
import { readEnvironmentName } from '../environment/environment-name';
import { makeVisible } from '../policy/plain-text';
import { permitOf } from '../policy/policy';
import * as change from './change-commands';
import {
  asTyped,
  type Command,
  type CommandHost,
  plainFlag,
  plainText,
  readCommandLine,
  textFlag,
  UsageError,
} from './command';
import { gc } from './gc-command';
import * as health from './health-commands';
import * as read from './read-commands';

const commands: Record<string, Command> = { ...change, ...read, ...health, gc };
const order = [
  ...['publish', 'list', 'status', 'history', 'diff', 'check'],
  ...['promote', 'rollout', 'watch', 'rollback', 'preview', 'staff', 'lock', 'unlock', 'verify', 'gc'],
];

function help(): string {
  const lines = order.map((name) => `  ${name} ${commands[name]?.usage ?? ''}\n      ${commands[name]?.says ?? ''}`);
  return `npm run release -- COMMAND [--env production] [--json]\n\n${lines.join('\n')}`;
}

/** A message of several lines, such as findings or a build's own output, as it is safe to print. */
const inLines = (message: string) => message.split('\n').map(makeVisible).join('\n');

/** What a run of the command line came to. */
export interface CliOutcome {
  /** 0 done, 1 refused or failed, 2 not understood. */
  exitCode: 0 | 1 | 2;
  output: string;
  /** Whether the output belongs on the error stream. */
  isError: boolean;
}

/**
 * Runs one command of `npm run release`.
 *
 * @param args What was typed after `release --`.
 * @see RELEASING.md
 */
export async function runReleaseCli(args: readonly string[], host: CommandHost): Promise<CliOutcome> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || name === '--help') return { exitCode: 0, output: help(), isError: false };
  const isJson = rest.includes('--json');
  try {
    const command = order.includes(name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command "${name}": choose from ${order.join(', ')}.`);
    const { flags, words } = readCommandLine(name, command, rest);
    const env = asTyped(() => readEnvironmentName(textFlag(flags, 'env') ?? 'production', '--env'));
    const by = plainText(host.user, 'RELEASE_USER');
    if (!by) throw new UsageError('RELEASE_USER is empty: set it to your name.');
    const permit = host.policy ? { permit: permitOf(host.policy, by, env) } : {};
    const environment = { ...(await host.openEnvironment(env)), ...permit };
    const author = { by, reason: plainFlag(flags, 'reason') };
    const { lines, data, isOk = true } = await command.run({ words, flags, environment, author, host });
    return {
      exitCode: isOk ? 0 : 1,
      output: isJson ? JSON.stringify(data, null, 2) : lines.map(makeVisible).join('\n'),
      isError: false,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const findings = error instanceof GatesRefused ? { findings: error.findings } : {};
    return {
      exitCode: error instanceof UsageError ? 2 : 1,
      output: isJson ? JSON.stringify({ error: message, ...findings }, null, 2) : inLines(message),
      isError: true,
    };
  }
}
