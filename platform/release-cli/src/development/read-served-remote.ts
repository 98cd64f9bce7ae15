import { composeDevRemote, type DevServerManifest } from '@shop/gateway/composition/dev-server-app';
import { assertFits } from '@shop/releases/gates/check-fit';
import { readRelease } from '@shop/releases/release/read-release';
import { parseRemoteNeeds, type RemoteNeeds } from '@shop/releases/release/remote-needs';
import { getShellContract } from '@shop/releases/release/shell-contract';
import type { OverridingRemote } from '@shop/releases/signed-links/override';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';

const timeoutMs = 10_000;

interface ServedRemote {
  remote: OverridingRemote;
  needs: RemoteNeeds;
}

/**
 * Reads the remote that a development server serves.
 *
 * @param base Address of the server, with a slash at the end.
 * @throws When the server does not respond, or serves something else.
 */
export async function readServedRemote(app: string, base: string): Promise<ServedRemote> {
  const url = `${base}build.json`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new Error(`${url} does not respond: start the development server of ${app} first, with "shop dev".`, {
      cause,
    });
  });
  const manifest = response.ok ? ((await response.json()) as DevServerManifest & { app: string; kind: string }) : null;
  if (manifest?.app !== app || manifest.kind !== 'remote') {
    throw new Error(
      `${base} serves ${manifest?.app ?? 'no app'}, not ${app}: name the address of its development server.`,
    );
  }
  const { digest: _digest, entry, slots = [], links = [], ...rest } = composeDevRemote(manifest, { name: app, base });
  return {
    remote: { ...rest, entry: entry.path, slots, links } as OverridingRemote,
    needs: parseRemoteNeeds(manifest),
  };
}

/**
 * Asserts that a remote fits the live shell of an environment.
 *
 * @throws When nothing is live, and when the remote does not fit: the message names each problem and its remedy.
 */
export async function assertFitsLiveShell(environment: Environment, remote: RemoteNeeds): Promise<void> {
  const state = await readLiveState(environment);
  if (!state) throw new Error(`Nothing is live in ${environment.name}: promote a shell there first.`);
  const shell = await readRelease(environment.store, state.live.shell);
  await assertFits(remote, getShellContract(shell), remote.app, `shell ${shell.version} of ${environment.name}`);
}
