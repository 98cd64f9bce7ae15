import { kinds } from '../change-model/changes';
import type { Author, Environment } from '../state/environment';
import { type UpdatedState, updateHead } from './update-head';

/**
 * Locks an app, or with `*` the environment. Promotions, rollouts and rollbacks of it fail until it is unlocked.
 *
 * @throws {NotAllowedError} When the policy does not allow it. Another error when the app is not live.
 */
export function lock(environment: Environment, app: string, author: Author): Promise<UpdatedState> {
  return updateHead(environment, author, null, async (state) => {
    environment.authorize?.({ action: kinds.lock.permission, apps: [app], state });
    return state && Object.hasOwn(state.head.locks, app) ? null : { step: { action: 'lock', app } };
  });
}

/** Unlocks an app, or with `*` the environment. @throws When it is not locked, or the policy does not allow it. */
export function unlock(environment: Environment, app: string, author: Author): Promise<UpdatedState> {
  return updateHead(environment, author, null, async (state) => {
    environment.authorize?.({ action: kinds.unlock.permission, apps: [app], state });
    return { step: { action: 'unlock', app } };
  });
}
