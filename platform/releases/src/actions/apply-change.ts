import { type Change, type ChangeOf, type Kind, kinds } from '../change-model/changes';
import type { CheckComposition } from '../gates/run-gates';
import { findRelease } from '../release/find-release';
import type { Author, Environment } from '../state/environment';
import { lock, unlock } from './lock';
import { promote } from './promote';
import { rollback } from './rollback';
import { complete, halt, pause, resume, rollout } from './rollout';
import { type UpdatedState, updateHead } from './update-head';

export interface ApplyOptions {
  /** Gates of the environment. Those of a promotion allow its removed paths to lose their owner. */
  check: CheckComposition;
  /** Person who hears when a new canary ends. Default: `by`. */
  owner?: string;
  /** Id of the job that makes the change, for the audit log. */
  job?: string;
}

type Apply<Own> = (
  environment: Environment,
  change: Own,
  author: Author,
  options: ApplyOptions,
) => Promise<UpdatedState>;

const toSelector = ({ canary }: { canary?: string }) => (canary === undefined ? {} : { id: canary });

const actions: { [K in Kind]: Apply<ChangeOf<K>> } = {
  promote: async (environment, { releases, removedApps, canary, isForced }, author, options) => {
    const found = await Promise.all(releases.map((ref) => findRelease(environment.store, ref)));
    return promote(environment, found, author, { ...options, isForced, removed: removedApps, canary });
  },
  rollout: (environment, change, author, { check }) => {
    const step = { check, isForced: change.isForced, canary: toSelector(change) };
    return change.share === 'complete'
      ? complete(environment, author, step)
      : rollout(environment, change.share, author, step);
  },
  halt: (environment, change, author) => halt(environment, author, toSelector(change)),
  pause: (environment, change, author) => pause(environment, author, toSelector(change)),
  resume: (environment, change, author) => resume(environment, author, toSelector(change)),
  rollback: (environment, { app, to }, author, { check }) =>
    rollback(environment, author, { check, ...(app ? { app } : {}), ...(to ? { seq: to } : {}) }),
  lock: (environment, { app }, author) => lock(environment, app, author),
  unlock: (environment, { app }, author) => unlock(environment, app, author),
  note: (environment, _, author) =>
    updateHead(environment, author, null, async (state) => {
      environment.authorize?.({ action: kinds.note.permission, apps: null, state });
      return state && { step: { action: 'note' } };
    }),
};

/**
 * Makes a change of an environment. The command line and the release service call it.
 *
 * @param by  The author in the audit log, with the people who have approved the change.
 * @returns The state that the change made. The live state when the environment is in that state already.
 * @throws What the action of the change throws, such as {@link promote}.
 */
export function applyChange(
  environment: Environment,
  change: Change,
  by: string,
  { job, ...options }: ApplyOptions,
): Promise<UpdatedState> {
  const apply = <K extends Kind>(kind: K, own: ChangeOf<K>) =>
    actions[kind](environment, own, { by, reason: change.reason, ...(job ? { job } : {}) }, options);
  return apply(change.kind, change);
}
