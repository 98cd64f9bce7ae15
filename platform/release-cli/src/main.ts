import { runReleaseCli } from './cli/release-cli';
import { getLocalUser, getOwnKeysDir, loadPolicy, loadWebhooks, releaseHost } from './host/release-host';

/** Entry of `npm run release`. An invalid process variable is an outcome with exit code 1, as `SettingsError` says it. */
async function main(): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const openHost = async () => ({
    ...releaseHost,
    user: getLocalUser(),
    keysDir: getOwnKeysDir(),
    policy: await loadPolicy(),
    webhooks: await loadWebhooks(),
    print: console.log,
    interrupted: interrupt.signal,
  });
  const { output, exitCode, isError, deliver } = await runReleaseCli(process.argv.slice(2), openHost);
  (isError ? console.error : console.log)(output);
  process.exitCode = exitCode;
  await deliver?.();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
