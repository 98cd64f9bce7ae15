import type { Progress } from '@shop/releases/gates/progress';
import type { RunSmokeTest } from '@shop/releases/smoke-test/smoke-test.gate';
import type { Author, Environment } from '@shop/releases/state/environment';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { Command } from 'commander';
import type { ReleaseBuild, ReleaseBuildOptions } from '../build/build-for-release';
import type { typeCheck } from '../build/type-check';
import type { ServiceClient } from '../service/service-client';

export const programName = 'npm run release --';

/** What the commands need from the machine: how apps are built and where releases are stored. Tests pass their own. */
export interface CommandHost {
  /** @param use With `read` the environment may come without a signer. */
  openEnvironment: (name: string, use?: 'read' | 'sign') => Promise<Environment>;
  /** Builds an app for the browser and for Node, or adapts the build of a plain remote. */
  build: (app: string, options: Omit<ReleaseBuildOptions, 'callerDir'>) => Promise<ReleaseBuild>;
  /**
   * Opens the release service that `RELEASE_STORE` names, or for a command that asks it the one that runs on this machine beside the
   * release store. Null or absent: the commands use the release store themselves.
   */
  openService?: (asksService: boolean) => Promise<ServiceClient | null>;
  typeCheck: typeof typeCheck;
  listApps: () => string[];
  smokeTest: RunSmokeTest;
  user: string;
  /** Folder of the keys. Null or absent: a signer of another user has the signing key. */
  keysDir?: string | null;
  /** Prints the intermediate output of a continuous command. Default: no output. */
  print?: (text: string) => void;
  /** Receives the steps of a command, unless it prints JSON. Default: none. */
  progress?: Progress;
  /** Lets the command end itself on Ctrl-C, which aborts the returned signal. Without a call, Ctrl-C ends the process. */
  watchInterrupt?: () => AbortSignal;
  /** Receivers of changes. Absent: none. */
  webhooks?: readonly Webhook[];
}

export interface CommandRun<Words, Options> {
  /** Positional arguments in the order of their declaration. */
  words: Words;
  options: Options;
  /** Names of the options on the command line, such as `env`. The other options have their default. */
  given: ReadonlySet<string>;
  environment: Environment;
  /** The release service that makes changes. Null: the command makes them with the signer of the environment. */
  service: ServiceClient | null;
  author: Author;
  host: CommandHost;
  print: (result: CommandResult) => void;
  progress: Progress;
}

/** Formats the output of a command. */
export type Print = (lines: readonly string[], data: unknown) => string;

/** Output of a command: lines for people, data for `--json`. */
export interface CommandResult {
  lines: string[];
  data: unknown;
  /** Lines that follow the others. With `--json` they appear on stderr. */
  notes?: string[];
  /** False when the command's answer is negative: the exit code is then 1. */
  isOk?: boolean;
}

export interface CommandDefinition<Words, Options> {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Complete command lines after `npm run release --`. */
  examples: readonly string[];
  declare?: (parser: Command) => unknown;
  /** The command needs a signer. */
  access?: 'sign';
  /**
   * The command asks the release service, also one that runs on this machine beside the release store. Other commands use the release
   * store of this machine themselves; through a service elsewhere they can only read.
   */
  asksService?: true;
  /** A continuous command prints several results. With `--json` each result is one line. */
  isContinuous?: true;
  /** Loads the code of the command. Help, completion and invalid command lines do without it. */
  load: () => Promise<RunCommand<Words, Options>>;
}

/** What a command does. */
export type RunCommand<Words, Options> = (run: CommandRun<Words, Options>) => Promise<CommandResult>;

export interface ReleaseCommand extends Omit<CommandDefinition<never, never>, 'load'> {
  run: (parsed: Command, run: Omit<CommandRun<never, never>, 'words' | 'options' | 'given'>) => Promise<CommandResult>;
}

/** What a command does that does not open the release store. */
export type RunOffline = (parsed: Command) => Promise<CommandResult>;

export interface OfflineCommand extends Omit<CommandDefinition<never, never>, 'load' | 'access' | 'isContinuous'> {
  loadOffline: () => Promise<RunOffline>;
}

export type CliCommand = ReleaseCommand | OfflineCommand;

/** Defines a command. */
export function defineCommand<Words, Options>(definition: CommandDefinition<Words, Options>): ReleaseCommand {
  return {
    ...definition,
    // The parser validated both: `declare` and the type parameters describe the same arguments and options.
    run: async (parsed, run) => {
      const runDefined = await definition.load();
      const words = parsed.processedArgs as Words;
      return runDefined({ ...run, words, options: parsed.opts() as Options, given: listGiven(parsed) });
    },
  };
}

const listGiven = (parsed: Command): ReadonlySet<string> => {
  const names = Object.keys(parsed.optsWithGlobals());
  return new Set(names.filter((name) => parsed.getOptionValueSourceWithGlobals(name) === 'cli'));
};

/** A command line that cannot be understood. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
