import { escapeInvisible } from '@shop/releases/policy/text-sanitization';
import type { Finding } from '@shop/releases/state/audit-log';
import type { Command } from 'commander';
import { readVersion } from '../build/workspace';
import { type CommandHost, type CommandResult, type Print, UsageError } from './command';
import { assertHelpTopic, createParser, isHelp, listCommands, toUsageError } from './parser';

export interface CliOutcome {
  /** 0: done. 1: refused or failed. 2: the command line cannot be understood. */
  exitCode: 0 | 1 | 2;
  output: string;
  /** Whether the output belongs on stderr. JSON always goes to stdout, errors too. */
  isError: boolean;
  /** What a JSON document has no place for. It belongs on stderr. */
  notes?: string;
  /** Delivers the change to webhooks, within ten seconds. The caller runs it after the output is printed. It never rejects. */
  deliver?: () => Promise<void>;
}

/** Formats output as lines without control characters or as JSON. @param isByLine Whether a document fills one line. */
const createPrint =
  (isJson: boolean, isByLine: boolean): Print =>
  (lines, data) =>
    isJson ? JSON.stringify(data, null, isByLine ? 0 : 2) : lines.map(escapeInvisible).join('\n');

/**
 * Runs one command line of `npm run release`.
 *
 * @param openHost  Called for a valid command line only. Its error becomes the outcome.
 */
export async function runReleaseCli(
  args: readonly string[],
  openHost: () => Promise<CommandHost>,
): Promise<CliOutcome> {
  const isJson = args.some((arg) => arg === '--json' || arg.startsWith('--json='));
  let print = createPrint(isJson, false);
  const done: { result?: CommandResult; deliver?: () => Promise<void>; help: string } = { help: '' };
  const parser = createParser({
    onHelp: (text) => {
      done.help += text;
    },
    onCommand: async (command, parsed) => {
      print = createPrint(isJson, 'isContinuous' in command);
      if ('loadOffline' in command) {
        const run = await command.loadOffline();
        done.result = await run(parsed);
        return;
      }
      const { runCommand } = await import('./run-command');
      Object.assign(done, await runCommand(command, parsed, { openHost, print, isJson }));
    },
  });
  try {
    const words = args.filter((arg) => arg !== '--json');
    if (words.length === 1 && /^(?:--version|-V)$/.test(words[0] ?? '')) {
      const version = readVersion();
      return { exitCode: 0, output: print([version], { version }), isError: false };
    }
    assertHelpTopic(parser, words);
    await parser.parseAsync(words.length === 0 ? ['help'] : [...args], { from: 'user' });
    const { lines, data, notes = [], isOk = true } = done.result ?? helpResult(parser);
    const { deliver } = done;
    return {
      exitCode: isOk ? 0 : 1,
      output: print([...lines, ...notes], data),
      isError: false,
      ...(isJson && notes.length > 0 && { notes: notes.map(escapeInvisible).join('\n') }),
      ...(deliver && { deliver }),
    };
  } catch (thrown) {
    if (isHelp(thrown)) {
      const { lines, data } = helpResult(parser, done.help);
      return { exitCode: 0, output: print(lines, data), isError: false };
    }
    const error = toUsageError(thrown, parser, args);
    const message = await describeError(error);
    const findings = getFindings(error);
    return {
      exitCode: error instanceof UsageError ? 2 : 1,
      // Findings and the output of a build have several lines.
      output: print(message.split('\n'), { error: message, ...(findings.length > 0 ? { findings } : {}) }),
      isError: !isJson,
    };
  }
}

/** The message of an error. That of the file system, such as of a file that an option names, says what is wrong with it. */
async function describeError(error: unknown): Promise<string> {
  const { describeFileError } = await import('@shop/file-lock/errno');
  const fileError = describeFileError(error);
  if (fileError) return `A file cannot be used: ${fileError}. Correct that, or name another one.`;
  return error instanceof Error ? error.message : String(error);
}

/** The findings of the gates that an error carries: one of this machine, or one of the release service. */
const getFindings = (error: unknown): readonly Finding[] =>
  error instanceof Error && 'findings' in error && Array.isArray(error.findings) ? error.findings : [];

const helpResult = (parser: Command, text = ''): CommandResult => ({
  lines: (text || parser.helpInformation()).trimEnd().split('\n'),
  data: { commands: listCommands(parser) },
});
