import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { RunSmokeTest } from '@shop/releases/gates/smoke-test.gate';
import type { Policy } from '@shop/releases/policy/policy';
import { isPlainText } from '@shop/releases/policy/text-sanitization';
import type { Author, Environment } from '@shop/releases/state/environment';

/** What a command can be told with `--name value` or `--name`. */
export type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** What the command line is run in: it knows how apps are built here, and where releases are kept. */
export interface CommandHost {
  /** @param use Without `sign` the environment may come without its signing key: then it need not be there. */
  openEnvironment: (name: string, use?: 'read' | 'sign') => Promise<Environment>;
  /**
   * Builds an app for the browser and for Node.
   *
   * @param how.version The version to give it; left out, the package's own.
   * @param how.folder Where the app is; left out, where this repository has it.
   * @returns The app's folder, and the commit it was built from.
   */
  build: (app: string, how: { version?: string; folder?: string }) => Promise<{ appRoot: string; commit: string }>;
  apps: () => string[];
  /** Starts a composition where no shopper sees it, for the gate `smoke-test`. */
  bootComposition: RunSmokeTest;
  /** Who types. */
  user: string;
  /** Prints what a command that goes on has to say; left out, nobody reads along. */
  say?: (text: string) => void;
  /** Ends a command that goes on: Ctrl-C. */
  interrupted?: AbortSignal;
  /** Who may do what; left out, or null, everybody may do everything. */
  policy?: Policy | null;
}

/** One run of a command. */
export interface CommandRun {
  words: readonly string[];
  flags: Flags;
  environment: Environment;
  author: Author;
  host: CommandHost;
  /** Answers while the command goes on; left out, nobody reads along. */
  say?: (result: CommandResult) => void;
}

/** What a command has to say: lines for people, data for `--json`. */
export interface CommandResult {
  lines: string[];
  data: unknown;
  /** False when the answer is no: the exit code is 1. */
  isOk?: boolean;
}

export interface Command {
  /** Words and options after the command's name, as the help shows them. */
  usage: string;
  says: string;
  options?: Options;
  /** How many words it takes, at least and at most. */
  words: [least: number, most: number];
  /** What it does to the store; left out, it looks, or asks by itself who may do it. Signing takes the signing key. */
  does?: 'publishes' | 'signs';
  /** It answers more than once: as JSON each answer is a line. */
  goesOn?: true;
  run: (run: CommandRun) => Promise<CommandResult>;
}

/** A command that was not typed as it is read: the exit code is 2. */
export class UsageError extends Error {}

/** Reads something that was typed. @throws {UsageError} What the reader throws. */
export function asTyped<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const commonOptions = {
  env: { type: 'string' },
  json: { type: 'boolean' },
  reason: { type: 'string' },
} as const;

type Options = NonNullable<ParseArgsConfig['options']>;

/** `--canary -1` as `--canary=-1`: a number below nothing is a wrong value, not another option. */
const joinNegative = (args: readonly string[], options: Options): string[] =>
  args.flatMap((arg, at) => {
    const takes = (name: string | undefined) => options[name?.replace(/^--/, '') ?? '']?.type === 'string';
    if (/^-\d/.test(arg) && takes(args[at - 1])) return [];
    return /^-\d/.test(args[at + 1] ?? '') && takes(arg) ? [`${arg}=${args[at + 1]}`] : [arg];
  });

/** What Node says of an option, in one sentence. */
function describeMistake(error: unknown): string {
  const [line = ''] = String(error)
    .replace(/^\w+(?: \[\w+\])?: /, '')
    .split('\n');
  const [, option] = line.match(/^Option '(?:-\w, )?(--[\w-]+).*argument (?:is ambiguous|missing)/) ?? [];
  return option ? `${option} needs a value` : line.replace(/\. .*$|\.$/, '');
}

/** Takes a command line apart. @throws {UsageError} A sentence that says what was not understood. */
export function readCommandLine(name: string, command: Command, args: string[]) {
  try {
    const options: Options = { ...commonOptions, ...command.options };
    const { values, positionals } = parseArgs({
      args: joinNegative(args, options),
      options,
      allowPositionals: true,
    });
    const [least, most] = command.words;
    if (positionals.length >= least && positionals.length <= most)
      return { flags: values as Flags, words: positionals };
  } catch (error) {
    throw new UsageError(`${describeMistake(error)}. Write: ${name} ${command.usage}`.trimEnd());
  }
  throw new UsageError(`Write: ${name} ${command.usage}`.trimEnd());
}

/** A whole number between bounds. @throws {UsageError} */
export function readNumber(text: string, what: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${what} is "${text}": give a whole number from ${least} to ${most}.`);
}

const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `2h` or `7d` in milliseconds; at most thirty days. @throws {UsageError} */
export function readDuration(text: string): number {
  const [, number = '', unit = ''] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  const duration = Number(number) * (units[unit] ?? 0);
  if (duration > 0 && duration <= 30 * 86_400_000) return duration;
  throw new UsageError(`--ttl is "${text}": give minutes, hours or days up to 30d, such as 2h.`);
}

/** Address of the shop that a link is for, without a slash at the end. @throws {UsageError} */
export function readBase(flags: Flags): string {
  const text = textFlag(flags, 'base') ?? 'http://localhost:3000';
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(
    `--base is ${JSON.stringify(text)}: give an http or https address, such as https://shop.example.`,
  );
}

export const textFlag = (flags: Flags, name: string) => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};
/** A name or a reason, without space around it; empty when it is not given. @throws {UsageError} */
export const plainFlag = (flags: Flags, name: string): string => plainText(textFlag(flags, name) ?? '', `--${name}`);

/** Space around a name or a reason does not count. @throws {UsageError} When part of it cannot be seen. */
export function plainText(text: string, what: string): string {
  const trimmed = text.trim();
  if (isPlainText(trimmed)) return trimmed;
  throw new UsageError(`${what} holds a line break or another control character: write one line of plain text.`);
}

export const listFlag = (flags: Flags, name: string): string[] => {
  const value = flags[name];
  return Array.isArray(value) ? value : [];
};

/** `mf-catalog@1.2.0` and the like. @throws {UsageError} */
export function readAppVersion(text: string): { app: string; version: string } {
  const [, app, version] = text.match(/^([a-z][a-z0-9-]*)@([A-Za-z0-9][A-Za-z0-9.+-]*)$/) ?? [];
  if (app && version) return { app, version };
  throw new UsageError(`"${text}" names no release: write app@version, such as mf-catalog@1.2.0.`);
}
