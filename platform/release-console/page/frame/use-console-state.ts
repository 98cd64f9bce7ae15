import type { ApprovalView, EnvironmentView, UnreadableEnvironment } from '../../api/responses';
import { useStateQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

/** Milliseconds between two loads of the figures. The event stream reports changes. */
const metricsInterval = 10_000;

export type FrameState =
  | { kind: 'loading'; unreadable: UnreadableEnvironment[] }
  | { kind: 'failed'; problem: string; unreadable: UnreadableEnvironment[] }
  | { kind: 'empty'; unreadable: UnreadableEnvironment[] }
  | { kind: 'unreadable'; name: string; all: EnvironmentView[]; unreadable: UnreadableEnvironment[] }
  | {
      kind: 'ready';
      environment: EnvironmentView;
      all: EnvironmentView[];
      approvals: ApprovalView[];
      unreadable: UnreadableEnvironment[];
    };

/**
 * Loads the state of all environments and selects one.
 *
 * @param env  Name of the environment. An unknown or empty name selects production, else the first environment.
 */
export function useConsoleState(env: string): FrameState {
  const { data, error } = useStateQuery(undefined, { pollingInterval: metricsInterval, skipPollingIfUnfocused: true });
  if (!data) {
    const problem = getErrorResponse(error);
    return problem ? { kind: 'failed', problem: problem.error, unreadable: [] } : { kind: 'loading', unreadable: [] };
  }
  const { environments, unreadable, approvals } = data;
  const known = [...environments, ...unreadable].map(({ name }) => name);
  const name = [env, 'production', ...known].find((candidate) => known.includes(candidate));
  if (name === undefined) return { kind: 'empty', unreadable };
  const environment = environments.find((candidate) => candidate.name === name);
  // Another environment is never shown in its place: a person might change the wrong one.
  if (!environment) return { kind: 'unreadable', name, all: environments, unreadable };
  return { kind: 'ready', environment, all: environments, approvals, unreadable };
}
