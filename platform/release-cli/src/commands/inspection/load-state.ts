import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';

/** Loads the state of an environment. @throws When the environment has no live composition. */
export async function loadState(environment: Environment): Promise<LiveState> {
  const state = await readLiveState(environment);
  if (state) return state;
  throw new Error(`${environment.name} has no live composition yet: publish and promote the shell and remotes first.`);
}
