import type { CheckComposition } from '../gates/run-gates';
import type { Author, Environment, LiveState } from '../state/environment';
import type { GatedChange } from '../state/gated-change';
import { lock, unlock } from './lock';
import { type PromoteOptions, promote } from './promote';
import { rollback } from './rollback';
import { complete, halt, pause, resume, rollout } from './rollout';

/**
 * A change of an environment, as a command line, a request of the release service or a schedule asks for it. `canary` is the id of
 * a canary, and may be absent while one canary is running.
 */
export type EnvironmentChange =
  | GatedChange
  | { kind: 'halt' | 'pause' | 'resume'; canary?: string | undefined }
  | { kind: 'rollback'; app?: string; to?: number }
  | { kind: 'lock' | 'unlock'; app: string };

export interface ApplyOptions extends Pick<PromoteOptions, 'isForced' | 'owner'> {
  /** Gates of the environment. Those of a promotion allow its removed paths to lose their owner. */
  check: CheckComposition;
}

const toSelector = ({ canary }: { canary?: string | undefined }) => (canary === undefined ? {} : { id: canary });

/**
 * Makes a change of an environment. The command line and the release service call it.
 *
 * @returns The live state afterwards. Unchanged when the environment is in that state already.
 * @throws What the action of the change throws, such as {@link promote}.
 */
export function applyChange(
  environment: Environment,
  change: EnvironmentChange,
  author: Author,
  gates: ApplyOptions,
): Promise<LiveState> {
  switch (change.kind) {
    case 'promote': {
      const { releases, removedApps, canary, stages = [] } = change;
      const { share, ...canaryAllowlist } = canary ?? {};
      const audience = share === undefined ? {} : { canaryShare: share, canaryAllowlist };
      return promote(environment, releases, author, { ...gates, removed: removedApps, ...audience, stages });
    }
    case 'rollout': {
      const step = { ...gates, canary: toSelector(change) };
      return change.share === 'complete'
        ? complete(environment, author, step)
        : rollout(environment, change.share, author, step);
    }
    case 'rollback': {
      const { app, to } = change;
      return rollback(environment, author, { check: gates.check, ...(app ? { app } : {}), ...(to ? { seq: to } : {}) });
    }
    case 'lock':
    case 'unlock':
      return { lock, unlock }[change.kind](environment, change.app, author);
    default:
      return { halt, pause, resume }[change.kind](environment, author, toSelector(change));
  }
}
