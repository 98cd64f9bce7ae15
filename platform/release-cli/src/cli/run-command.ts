import { noProgress } from '@shop/releases/gates/progress';
import { GatesFailedError } from '@shop/releases/gates/run-gates';
import type { Environment } from '@shop/releases/state/environment';
import { deliverWebhooks, startWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { Command } from 'commander';
import { formatPreviewHint } from '../published/published-releases';
import { type CommandHost, type CommandResult, type Print, type ReleaseCommand, UsageError } from './command';
import { parsePlainText } from './parse-values';
import type { GlobalOptions } from './parser';

/** Milliseconds that a command waits for the receivers of webhooks. The console or `watch` deliver what is left. */
const deliveryMs = 10_000;

/**
 * Runs a command on the machine that a host describes. Its code is loaded now.
 *
 * @param options.isJson  Whether the command prints JSON, without its steps.
 * @returns With the delivery of the change to webhooks, which takes ten seconds at most and never rejects.
 */
export async function runCommand(
  command: ReleaseCommand,
  parsed: Command,
  { openHost, print, isJson }: { openHost: () => Promise<CommandHost>; print: Print; isJson: boolean },
): Promise<{ result: CommandResult; deliver?: () => Promise<void> }> {
  const { env } = parsed.optsWithGlobals<GlobalOptions>();
  const { reason = '' } = parsed.opts<{ reason?: string }>();
  const host = await openHost();
  const by = parsePlainText(host.user, 'RELEASE_USER');
  if (!by) throw new UsageError('RELEASE_USER is empty: set it to your name.');
  const service = (await host.openService?.(command.asksService === true)) ?? null;
  if (service && command.access === 'sign' && !command.asksService) {
    throw new Error(
      `${command.name} needs the release store and its signer: run it where they are, with a folder or s3://bucket in RELEASE_STORE.`,
    );
  }
  const openEnvironment = async (name: string): Promise<Environment> => {
    if (!service) return host.openEnvironment(name, command.access === 'sign' ? 'sign' : 'read');
    if (!service.isLocal) return service.openEnvironment(name);
    return { ...(await host.openEnvironment(name, 'read')), loadRules: () => service.loadRules(name) };
  };
  const progress = (!isJson && host.progress) || noProgress;
  const open = () => openEnvironment(env);
  const environment = await (command.access === 'sign' ? progress.run('release store', open) : open());
  const webhooks = command.access === 'sign' && !service ? (host.webhooks ?? []) : [];
  // A receiver must not keep a person from a change.
  if (webhooks.length > 0) await startWebhooks(environment, webhooks).catch(() => undefined);
  const run = {
    environment,
    service,
    author: { by, reason },
    host: { ...host, openEnvironment },
    print: ({ lines, data }: CommandResult) => host.print?.(print(lines, data)),
    progress,
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
