import { kinds } from '../change-model/changes';
import { getReleases } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { ConflictError } from '../store/errors';
import { updateHead } from './update-head';

/**
 * Locks an app, or with `*` the environment. Promotions, rollouts and rollbacks of it fail until it is unlocked.
 *
 * @throws {NotAllowedError} When the policy does not allow it. Another error when the app is not live.
 */
export function lock(environment: Environment, app: string, author: Author): Promise<LiveState> {
  return updateHead(environment, author, null, async (state) => {
    if (!state) throw new ConflictError(`${environment.name} has nothing live yet: there is nothing to lock.`);
    environment.authorize?.({ action: kinds.lock.permission, apps: [app], state });
    if (app !== '*' && !getReleases(state.live).some((release) => release.app === app)) {
      throw new ConflictError(`${app} is not an app of ${environment.name}.`);
    }
    return state.head.locks[app] ? null : { action: 'lock', app };
  });
}

/** Unlocks an app, or with `*` the environment. @throws When it is not locked, or the policy does not allow it. */
export function unlock(environment: Environment, app: string, author: Author): Promise<LiveState> {
  return updateHead(environment, author, null, async (state) => {
    environment.authorize?.({ action: kinds.unlock.permission, apps: [app], state });
    if (!state?.head.locks[app]) throw new ConflictError(`${app === '*' ? environment.name : app} is not locked.`);
    return { action: 'unlock', app };
  });
}
