import { type Actor, findActor, findMachine, type Policy } from '@shop/releases/policy/policy';
import type { ServiceDatabase } from '../database/database';
import type { Principal } from '../database/documents';

/** A principal with the permissions of the current policy. */
export interface Caller {
  principal: Principal;
  actor: Actor;
  policy: Policy;
}

/**
 * Whether a principal may withdraw what an author has requested: it is the author. A token withdraws what it requested itself, so
 * that a narrow one cannot withdraw everything of its owner.
 */
export const isAuthor = ({ name, tokenId, machine }: Principal, author: Principal): boolean =>
  name === author.name && !machine === !author.machine && (tokenId === undefined || tokenId === author.tokenId);

/** Finds the groups of a person at the last sign-in. */
async function findGroups(db: ServiceDatabase, name: string): Promise<string[]> {
  const person = await db.selectFrom('person').select('groups').where('name', '=', name).executeTakeFirst();
  return person?.groups ?? [];
}

/** Finds what a principal may do with a policy. A machine that the policy no longer has may do nothing. */
export async function findCaller(db: ServiceDatabase, policy: Policy, principal: Principal): Promise<Caller> {
  const { name, scope, machine } = principal;
  if (machine) {
    const found = findMachine(policy, machine.issuer, machine.claims);
    const actor = found?.actor.name === name ? found.actor : { name, roles: [] };
    return { principal, actor, policy };
  }
  const actor = findActor(policy, name, await findGroups(db, name));
  return { principal, actor: scope ? { ...actor, scope } : actor, policy };
}
