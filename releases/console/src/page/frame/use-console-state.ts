import type { ApprovalView, BrokenEnvironment, EnvironmentView } from '../../api/answers';
import { useStateQuery } from '../api/console-api';
import { problemOf } from '../api/problem-of';

/** Milliseconds after which health is asked for again; changes come by themselves. */
const healthInterval = 10_000;

export type FrameState =
  | { kind: 'loading'; broken: BrokenEnvironment[] }
  | { kind: 'failed'; problem: string; broken: BrokenEnvironment[] }
  | { kind: 'empty'; broken: BrokenEnvironment[] }
  | { kind: 'unreadable'; broken: BrokenEnvironment[] }
  | {
      kind: 'ready';
      environment: EnvironmentView;
      all: EnvironmentView[];
      approvals: ApprovalView[];
      broken: BrokenEnvironment[];
    };

/** What is live, and the environment that is looked at. @param env Its name; an unknown one means the first there is. */
export function useConsoleState(env: string): FrameState {
  const { data, error } = useStateQuery(undefined, { pollingInterval: healthInterval, skipPollingIfUnfocused: true });
  if (!data) {
    const problem = problemOf(error);
    return problem ? { kind: 'failed', problem: problem.error, broken: [] } : { kind: 'loading', broken: [] };
  }
  const { environments, broken, approvals } = data;
  const unreadable = broken.find(({ name }) => name === env);
  // Never another environment in its place: somebody might act on it.
  if (unreadable) return { kind: 'unreadable', broken };
  const fallback = environments.find(({ name }) => name === 'production') ?? environments[0];
  const environment = environments.find(({ name }) => name === env) ?? fallback;
  if (!environment) return { kind: broken.length > 0 ? 'unreadable' : 'empty', broken };
  return { kind: 'ready', environment, all: environments, approvals, broken };
}
