import { Command } from 'commander';
import { commandGroups } from '../command-table/command-table';
import type { CliCommand } from './command';
import { runReleaseCli } from './release-cli';

/** Arguments with which the parser accepts a command, where it needs some. */
const validArguments: Readonly<Record<string, string>> = {
  publish: 'mf-a',
  sbom: 'mf-a@1.0.0',
  'rotate-key': 'prepare',
  diff: '1 2',
  'used-by': 'react',
  rollout: '50',
  'verify-log': 'log.jsonl',
  preview: 'mf-a@1.0.0',
  'pull-request-report': 'mf-a@1.0.0 --name x',
  login: 'https://releases.example',
  logout: 'https://releases.example',
  completion: 'bash',
};

interface InvalidLine {
  words: readonly string[];
  /** Pattern of the message. */
  message: RegExp;
}

/** The mistakes that a person can make with a command, by its declaration. */
function listInvalidLines(command: CliCommand): InvalidLine[] {
  const parser = new Command();
  command.declare?.(parser);
  const given = validArguments[command.name];
  const valid = [command.name, ...(given?.split(' ') ?? [])];
  const isVariadic = parser.registeredArguments.some(({ variadic }) => variadic);
  return [
    { words: [...valid, '--speed'], message: /^Unknown option '--speed'\./ },
    { words: [...valid, '--env'], message: /^Option '--env <name>' argument missing\./ },
    { words: [...valid, '--env', '../x'], message: /^--env is "\.\.\/x": give the name of an environment/ },
    ...(given ? [{ words: [command.name], message: /^(?:Missing required argument|Required option) '/ }] : []),
    ...(isVariadic ? [] : [{ words: [...valid, 'a', 'b', 'c'], message: /^Too many arguments for '/ }]),
    ...parser.options
      .filter(({ required }) => required)
      .flatMap(({ long = '' }): InvalidLine[] => [
        { words: [...valid, long], message: /^Option '--.*argument missing\./ },
        {
          words: [...valid, long, '--else'],
          message: /needs a value, but "--else" follows it|argument '--else' is invalid/,
        },
      ]),
  ];
}

const invalidLines = Object.values(commandGroups).flat().flatMap(listInvalidLines);

test.each(invalidLines.map(({ words, message }) => [words.join(' '), words, message] as const))(
  '%s exits with 2 and a message of one line, without a release store',
  async (_, words, message) => {
    const openHost = () => Promise.reject(new Error('the command line is valid'));
    const { exitCode, output, isError } = await runReleaseCli(words, openHost);
    expect(output).toMatch(message);
    expect({ exitCode, isError, lines: output.split('\n').length }).toEqual({ exitCode: 2, isError: true, lines: 1 });
  },
);
