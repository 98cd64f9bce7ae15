import { runReleaseCli } from './cli/release-cli';
import { localUser, openPolicy, releaseHost } from './host/release-host';

/** `npm run release -- promote mf-catalog@1.2.0`: which version of which app is live, and for whom. */
async function release(): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const openHost = async () => ({
    ...releaseHost,
    user: localUser(),
    policy: await openPolicy(),
    say: console.log,
    interrupted: interrupt.signal,
  });
  const { output, exitCode, isError } = await runReleaseCli(process.argv.slice(2), openHost);
  (isError ? console.error : console.log)(output);
  process.exitCode = exitCode;
}

release().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
