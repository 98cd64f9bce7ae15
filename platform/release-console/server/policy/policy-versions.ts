import { getRules, hasPermission, type Policy } from '@shop/releases/policy/policy';
import { HttpError } from '@shop/releases/service-api/requests';
import type { PolicyVersion, PolicyView } from '@shop/releases/service-api/responses';
import type { PolicyRules } from '@shop/releases/state/environment';
import type { Selectable } from 'kysely';
import type { NewEvent } from '../changes/request-event';
import { inTransaction, type PolicyVersionTable, type ServiceDatabase } from '../database/database';
import type { RequestOutbox } from '../webhooks/request-outbox';

/** Versions in the history that a response shows. */
const shownVersions = 50;

export interface PolicyChange extends Omit<Selectable<PolicyVersionTable>, 'version' | 'createdAt'> {
  /** Version that the change replaces. */
  replaces: number;
  /** Id of the approval request. Default: there was none. */
  request?: string;
}

export type PolicyVersions = ReturnType<typeof createPolicyVersions>;

const noOutbox: Pick<RequestOutbox, 'add'> = { add: async () => undefined };

const createOutdatedError = () =>
  new HttpError(409, 'The release policy has changed since: load it again, and propose your change to it.');

const createPolicyEvent = (
  version: number,
  { proposedBy, approvedBy, reason, request }: Omit<PolicyChange, 'replaces' | 'policy'>,
): NewEvent => ({
  environment: '*',
  event: 'policy',
  request: request ?? null,
  changes: [],
  reason,
  isForced: false,
  by: proposedBy ?? 'local',
  text: `made version ${version} of the policy${approvedBy === null ? '' : `, approved by ${approvedBy}`}`,
});

/**
 * Creates the store of the release policy with its history.
 *
 * @param initial  The policy before the first version.
 * @param outbox  Receives an event with each version. Default: none.
 */
export function createPolicyVersions(db: ServiceDatabase, initial: Policy, outbox = noOutbox) {
  const current = async (own = db): Promise<Pick<PolicyView, 'version' | 'policy'>> => {
    const newest = await own
      .selectFrom('policyVersion')
      .select(['version', 'policy'])
      .orderBy('version', 'desc')
      .executeTakeFirst();
    return newest ?? { version: 0, policy: initial };
  };

  /**
   * Adds a version.
   *
   * @param caller  The transaction of the caller. Default: a new one.
   * @throws {HttpError} 409 when another version came first.
   */
  const add = ({ replaces, policy, request, ...columns }: PolicyChange, caller = db): Promise<number> =>
    inTransaction(caller, async (own) => {
      const version = replaces + 1;
      if ((await current(own)).version !== replaces) throw createOutdatedError();
      // The primary key decides between two changes at the same time.
      const { numInsertedOrUpdatedRows: inserted = 0n } = await own
        .insertInto('policyVersion')
        .values({ ...columns, version, policy: JSON.stringify(policy), createdAt: new Date() })
        .onConflict((conflict) => conflict.column('version').doNothing())
        .executeTakeFirst();
      if (inserted === 0n) throw createOutdatedError();
      await outbox.add(own, createPolicyEvent(version, { ...columns, ...(request ? { request } : {}) }));
      return version;
    });

  return {
    current: () => current(),
    add,

    /**
     * Loads what the policy requires of changes of an environment.
     *
     * @returns Undefined before the first version: then apps may fill every slot and call every https origin.
     */
    loadRules: async (env: string): Promise<PolicyRules | undefined> => {
      const { version, policy } = await current();
      return version > 0 ? getRules(policy, env) : undefined;
    },

    /** Lists the newest versions, newest first. */
    list: async (): Promise<PolicyVersion[]> => {
      const rows = await db
        .selectFrom('policyVersion')
        .select(['version', 'proposedBy', 'approvedBy', 'reason', 'createdAt'])
        .orderBy('version', 'desc')
        .limit(shownVersions)
        .execute();
      return rows.map(({ createdAt, ...version }) => ({ ...version, at: createdAt.toISOString() }));
    },
  };
}

/**
 * Checks that a policy can be changed again: some role may change it.
 *
 * @throws {HttpError} 400 when it cannot.
 */
export function assertChangeable(policy: Policy): void {
  const roles = Object.keys(policy.roles);
  if (hasPermission(policy, { name: '', roles }, 'policy', '*', '*')) return;
  throw new HttpError(
    400,
    'No role of this policy may change the policy: give a role the permission `policy` for the apps * and the environments *.',
  );
}
