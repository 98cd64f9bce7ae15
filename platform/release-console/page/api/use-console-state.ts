import type { AppReleases, ConsoleState } from '@shop/releases/service-api/responses';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { consoleApi } from './console-api';

/** Milliseconds between two loads of the state, while the window is visible. */
const pollingInterval = 3000;

/** The newest publication of all apps. Each app's releases are listed newest first. */
const getNewestTime = (apps: readonly AppReleases[]): string =>
  apps
    .map(({ releases }) => releases[0]?.publishedAt ?? '')
    .sort()
    .at(-1) ?? '';

/**
 * Loads the state of all environments again and again. When an environment has changed, releases, history and reports load
 * again too. So do the releases when the service has found a newer one. Everything loads again when the session has
 * ended, which leads to the sign-in, and when another tab has signed in another person.
 *
 * @param person  The person of the session.
 * @returns The last loaded state, and the error of the last load, if any.
 */
export function useConsoleState(person: string): { data?: ConsoleState | undefined; error?: unknown } {
  const dispatch = useDispatch();
  const { data, error } = consoleApi.useStateQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const changes = data && JSON.stringify(data.environments.map(({ name, seq }) => [name, seq]));
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== changes) {
      dispatch(consoleApi.util.invalidateTags(['Releases', 'History']));
    }
    seen.current = changes;
  }, [changes, dispatch]);
  const { data: apps } = consoleApi.endpoints.releases.useQueryState();
  const newest = data?.newestRelease ?? '';
  const isOutdated = apps !== undefined && getNewestTime(apps) < newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer release makes the list outdated
  useEffect(() => {
    if (isOutdated) dispatch(consoleApi.util.invalidateTags(['Releases']));
  }, [isOutdated, newest, dispatch]);
  const isSignedOut = error !== undefined && 'status' in error && error.status === 401;
  // During an update, a pod of the earlier version names no caller.
  const isOtherSession = isSignedOut || (data?.caller ?? person) !== person;
  useEffect(() => {
    // Nothing that the earlier person saw remains.
    if (isOtherSession) dispatch(consoleApi.util.resetApiState());
  }, [isOtherSession, dispatch]);
  return { data, error };
}
