import type { Environment, LiveState } from '../state/environment';

/** @throws When one of the apps, or the environment, is locked. */
export function assertNotLocked(state: LiveState | null, apps: readonly string[]): void {
  for (const app of ['*', ...apps]) {
    const lock = state?.head.locks[app];
    if (!lock) continue;
    const what = app === '*' ? state.head.env : app;
    throw new Error(`${what} is locked by ${lock.by} since ${lock.at}: ${lock.reason}. Unlock it first.`);
  }
}

/**
 * Checks that the policy and the locks allow a change that brings apps to more visitors.
 *
 * @throws {NotAllowedError} When the policy does not allow it. Another error when an app or the environment is locked.
 */
export function assertChangeable(
  { authorize }: Environment,
  state: LiveState | null,
  apps: readonly string[],
  isForced: boolean,
): void {
  authorize?.({ action: 'promote', apps, state });
  if (isForced) authorize?.({ action: 'force', apps, state });
  assertNotLocked(state, apps);
}
