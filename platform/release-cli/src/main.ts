import { constants } from 'node:os';
import type { CommandHost } from './cli/command';
import { runReleaseCli } from './cli/release-cli';

/** Entry of `npm run release`. An invalid process variable is an outcome with exit code 1, as `SettingsError` says it. */
async function main(): Promise<void> {
  const interrupt = new AbortController();
  let isWatched = false;
  let usesService = false;
  const end = (signal: NodeJS.Signals) => {
    if (isWatched) return interrupt.abort();
    if (usesService) {
      console.error(
        'The command has ended. A change that the release service has received goes on there: look at "status".',
      );
    }
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // A reader that ends, such as "head", or a full disk must not stop a change. A command that runs until Ctrl-C has no reader then.
  process.stdout.on('error', () => isWatched && interrupt.abort());
  process.stderr.on('error', () => undefined);
  const openHost = async (): Promise<CommandHost> => {
    const [{ releaseHost, ...host }, { createTerminalProgress }] = await Promise.all([
      import('./host/release-host'),
      import('./cli/terminal-progress'),
    ]);
    return {
      ...releaseHost,
      openService: async (asksService) => {
        const service = (await releaseHost.openService?.(asksService)) ?? null;
        usesService = service !== null;
        return service;
      },
      user: host.getLocalUser(),
      keysDir: host.getOwnKeysDir(),
      webhooks: await host.loadWebhooks(),
      print: console.log,
      progress: createTerminalProgress(process.stderr),
      watchInterrupt: () => {
        isWatched = true;
        return interrupt.signal;
      },
    };
  };
  const { output, exitCode, isError, notes, deliver } = await runReleaseCli(process.argv.slice(2), openHost);
  (isError ? console.error : console.log)(output);
  if (notes) console.error(notes);
  process.exitCode = exitCode;
  await deliver?.();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
