import type { ApprovalView, BrokenEnvironment, EnvironmentView } from '../../api/responses';
import { useStateQuery } from '../api/console-api';
import { problemOf } from '../api/error-response';

/** Milliseconds after which health is asked for again; changes come by themselves. */
const healthInterval = 10_000;

export type FrameState =
  | { kind: 'loading'; broken: BrokenEnvironment[] }
  | { kind: 'failed'; problem: string; broken: BrokenEnvironment[] }
  | { kind: 'empty'; broken: BrokenEnvironment[] }
  | { kind: 'unreadable'; name: string; all: EnvironmentView[]; broken: BrokenEnvironment[] }
  | {
      kind: 'ready';
      environment: EnvironmentView;
      all: EnvironmentView[];
      approvals: ApprovalView[];
      broken: BrokenEnvironment[];
    };

/**
 * What is live, and the environment that is looked at.
 *
 * @param env Its name; an unknown one, or none, means production, and without that the first there is.
 */
export function useConsoleState(env: string): FrameState {
  const { data, error } = useStateQuery(undefined, { pollingInterval: healthInterval, skipPollingIfUnfocused: true });
  if (!data) {
    const problem = problemOf(error);
    return problem ? { kind: 'failed', problem: problem.error, broken: [] } : { kind: 'loading', broken: [] };
  }
  const { environments, broken, approvals } = data;
  const known = [...environments, ...broken].map(({ name }) => name);
  const name = [env, 'production', ...known].find((one) => known.includes(one));
  if (name === undefined) return { kind: 'empty', broken };
  const environment = environments.find((one) => one.name === name);
  // Never another environment in its place: somebody might act on it.
  if (!environment) return { kind: 'unreadable', name, all: environments, broken };
  return { kind: 'ready', environment, all: environments, approvals, broken };
}
