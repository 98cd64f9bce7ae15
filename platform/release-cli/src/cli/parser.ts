import { env } from '@shop/releases/change-model/fields';
import { Command, CommanderError } from 'commander';
import { commandGroups } from '../command-table/command-table';
import { type CliCommand, programName, UsageError } from './command';
import { parseField, valueOption } from './parse-values';

const helpWidth = 110;

export interface GlobalOptions {
  env: string;
  json?: true;
}

export interface ParserOptions {
  onHelp: (text: string) => void;
  /** Runs the chosen command. `parsed` holds its arguments and options. */
  onCommand: (command: CliCommand, parsed: Command) => Promise<void>;
}

/** Creates the parser of the command line. It never ends the process: it throws a `CommanderError` in place of that. */
export function createParser({ onHelp, onCommand }: ParserOptions): Command {
  const parser = new Command(programName)
    .description('Builds, publishes, checks, promotes and rolls back releases. See RELEASING.md.')
    .usage('<command> [options]')
    .exitOverride()
    .configureOutput({ writeOut: onHelp, writeErr: () => undefined, getOutHelpWidth: () => helpWidth })
    .configureHelp({ showGlobalOptions: true })
    .addOption(valueOption('--env <name>', 'deployment environment', parseField(env)).default('production'))
    .option('--json', 'print one JSON document')
    // `publish` has an option of this name, so it is not an option of every command.
    .addHelpText('after', `\nVersion:\n  ${programName} --version`)
    .addHelpText('after', `\nExample:\n  ${programName} promote mf-catalog@1.2.0 --canary 10 --reason "faster lists"`);
  for (const [heading, commands] of Object.entries(commandGroups)) {
    parser.commandsGroup(heading);
    for (const command of commands) addCommand(parser, command, onCommand);
  }
  return parser;
}

function addCommand(parser: Command, command: CliCommand, onCommand: ParserOptions['onCommand']): void {
  const child = parser.command(command.name).summary(command.summary).description(command.summary);
  command.declare?.(child);
  const examples = command.examples.map((example) => `  ${programName} ${example}`);
  child.addHelpText('after', `\nExample:\n${examples.join('\n')}`);
  child.action(() => onCommand(command, child));
}

/** @throws {UsageError} When the words ask for the help of a command that does not exist. */
export function assertHelpTopic(parser: Command, [help, topic]: readonly string[]): void {
  if (help !== 'help' || topic === undefined || topic.startsWith('-')) return;
  if (['help', ...parser.commands.map((command) => command.name())].includes(topic)) return;
  throw new UsageError(`Unknown command '${topic}'. Run "${programName} --help" for the usage.`);
}

const helpCodes = new Set(['commander.help', 'commander.helpDisplayed']);

export const isHelp = (error: unknown): boolean => error instanceof CommanderError && helpCodes.has(error.code);

/** Commands and their usage, for `--help --json`. */
export const listCommands = (parser: Command): { name: string; usage: string; summary: string }[] =>
  parser.commands.map((command) => ({ name: command.name(), usage: command.usage(), summary: command.summary() }));

/**
 * Turns an error of the parser into one line that says what is wrong and how to fix it. Other errors stay as they are.
 */
export function toUsageError(error: unknown, parser: Command, args: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const names = parser.commands.map((command) => command.name());
  const help = [programName, ...args.filter((arg) => names.includes(arg)).slice(0, 1), '--help'].join(' ');
  const [problem = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/\.$/, '');
  const hint = suggestion?.replace(/^\(|\)$/g, '');
  return new UsageError(`${sentence}.${hint ? ` ${hint}` : ''} Run "${help}" for the usage.`);
}
