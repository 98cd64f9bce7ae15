import { GatesFailedError } from '@shop/releases/gates/run-gates';
import { assertKnown, createAuthorize, findActor, getRules, type Policy } from '@shop/releases/policy/policy';
import { escapeInvisible } from '@shop/releases/policy/text-sanitization';
import type { Environment } from '@shop/releases/state/environment';
import { deliverWebhooks, startWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { Command } from 'commander';
import { formatPreviewHint } from '../published/published-releases';
import { ServiceError } from '../service/service-client';
import { type CliCommand, type CommandHost, type CommandResult, UsageError } from './command';
import { parsePlainText } from './parse-values';
import { createParser, type GlobalOptions, isHelp, listCommands, toUsageError } from './parser';

export interface CliOutcome {
  /** 0: done. 1: refused or failed. 2: the command line cannot be understood. */
  exitCode: 0 | 1 | 2;
  output: string;
  /** Whether the output belongs on stderr. JSON always goes to stdout, errors too. */
  isError: boolean;
  /** Delivers the change to webhooks, within ten seconds. The caller runs it after the output is printed. It never rejects. */
  deliver?: () => Promise<void>;
}

/** Milliseconds that a command waits for the receivers of webhooks. The console or `watch` deliver what is left. */
const deliveryMs = 10_000;

type Print = (lines: readonly string[], data: unknown) => string;

/** Formats output as lines without control characters or as JSON. @param isByLine Whether a document fills one line. */
const createPrint =
  (isJson: boolean, isByLine: boolean): Print =>
  (lines, data) =>
    isJson ? JSON.stringify(data, null, isByLine ? 0 : 2) : lines.map(escapeInvisible).join('\n');

/** @throws {NotAllowedError} When the policy does not name the person, and the command does more than read. */
function readPermissions(
  policy: Policy,
  by: string,
  env: string,
  isChange: boolean,
): Pick<Environment, 'authorize' | 'loadRules'> {
  const actor = findActor(policy, by);
  if (isChange) assertKnown(policy, actor);
  return { authorize: createAuthorize(policy, actor, env), loadRules: async () => getRules(policy, env) };
}

async function runCommand(
  command: CliCommand,
  parsed: Command,
  { openHost, print }: { openHost: () => Promise<CommandHost>; print: Print },
): Promise<{ result: CommandResult; deliver?: () => Promise<void> }> {
  if ('runOffline' in command) return { result: await command.runOffline(parsed) };
  const { env } = parsed.optsWithGlobals<GlobalOptions>();
  const { reason = '' } = parsed.opts<{ reason?: string }>();
  const host = await openHost();
  const service = (await host.openService?.()) ?? null;
  if (service && command.access === 'sign' && !command.worksInService) {
    throw new Error(
      `${command.name} needs the release store and its signer: run it where they are, with a folder or s3://bucket in RELEASE_STORE.`,
    );
  }
  const by = parsePlainText(host.user, 'RELEASE_USER');
  if (!by) throw new UsageError('RELEASE_USER is empty: set it to your name.');
  const permissions =
    host.policy && !service ? readPermissions(host.policy, by, env, command.access !== undefined) : {};
  const openEnvironment = (name: string) => host.openEnvironment(name, command.access === 'sign' ? 'sign' : 'read');
  const environment = { ...(await openEnvironment(env)), ...permissions };
  const webhooks = command.access === 'sign' && !service ? (host.webhooks ?? []) : [];
  // A receiver must not keep a person from a change.
  if (webhooks.length > 0) await startWebhooks(environment, webhooks).catch(() => undefined);
  const run = {
    environment,
    service,
    author: { by, reason },
    host: { ...host, openEnvironment },
    print: ({ lines, data }: CommandResult) => host.print?.(print(lines, data)),
  };
  const result = await command.run(parsed, run).catch(async (error: unknown) => {
    if (!(error instanceof GatesFailedError)) throw error;
    const { findings, composition } = error;
    throw new GatesFailedError(findings, composition, await formatPreviewHint(environment, composition));
  });
  if (webhooks.length === 0) return { result };
  const deliver = () =>
    deliverWebhooks(environment, webhooks, { signal: AbortSignal.timeout(deliveryMs) }).catch(() => undefined);
  return { result, deliver };
}

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
      Object.assign(done, await runCommand(command, parsed, { openHost, print }));
    },
  });
  try {
    const isEmpty = args.every((arg) => arg === '--json');
    await parser.parseAsync(isEmpty ? ['help'] : [...args], { from: 'user' });
    const { lines, data, isOk = true } = done.result ?? helpResult(parser);
    const { deliver } = done;
    return { exitCode: isOk ? 0 : 1, output: print(lines, data), isError: false, ...(deliver && { deliver }) };
  } catch (thrown) {
    if (isHelp(thrown)) {
      const { lines, data } = helpResult(parser, done.help);
      return { exitCode: 0, output: print(lines, data), isError: false };
    }
    const error = toUsageError(thrown, parser, args);
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof GatesFailedError || (error instanceof ServiceError && error.findings.length > 0);
    const findings = isRefused ? { findings: error.findings } : {};
    return {
      exitCode: error instanceof UsageError ? 2 : 1,
      // Findings and the output of a build have several lines.
      output: print(message.split('\n'), { error: message, ...findings }),
      isError: !isJson,
    };
  }
}

const helpResult = (parser: Command, text = ''): CommandResult => ({
  lines: (text || parser.helpInformation()).trimEnd().split('\n'),
  data: { commands: listCommands(parser) },
});
