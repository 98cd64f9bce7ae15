import { type Actor, findActor, findMachine, type Policy } from '@shop/releases/policy/policy';
import { isPlainText } from '@shop/releases/policy/text-sanitization';
import type { ServiceDatabase } from '../database/database';
import type { Principal } from '../database/documents';
import type { PolicyVersions } from '../policy/policy-versions';

/** A principal with the permissions of the current policy. */
export interface Caller {
  principal: Principal;
  actor: Actor;
  /** Groups of a person at the last sign-in. */
  groups: readonly string[];
  policy: Policy;
  /** Whether the token of the principal was revoked. */
  isRevoked: boolean;
  /** Finds the principal again, with the permissions of that moment. */
  reload: () => Promise<Caller>;
}

/** The parts of the service that know principals. */
export interface CallerSource {
  db: ServiceDatabase;
  policies: Pick<PolicyVersions, 'current'>;
}

const maxNameLength = 200;

/** Whether a text can be the name of a person: one short line of plain text. */
export const isPersonName = (text: string): boolean =>
  text.trim() !== '' && text.length <= maxNameLength && isPlainText(text);

/**
 * Whether a principal may withdraw what an author has requested: it is the author. A token withdraws what it requested itself, so
 * that a narrow one cannot withdraw everything of its owner.
 */
export const isAuthor = ({ name, tokenId, machine }: Principal, author: Principal): boolean =>
  name === author.name && !machine === !author.machine && (tokenId === undefined || tokenId === author.tokenId);

/**
 * Finds the groups of a person at the last sign-in.
 *
 * @returns Null for a name that its account has left: it signed in with another one since. One person has one name.
 */
async function findGroups(db: ServiceDatabase, name: string): Promise<string[] | null> {
  const person = await db.selectFrom('person').selectAll().where('name', '=', name).executeTakeFirst();
  if (!person) return [];
  const later = await db
    .selectFrom('person')
    .select('name')
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .where('signedInAt', '>', person.signedInAt)
    .executeTakeFirst();
  return later ? null : person.groups;
}

/** Whether a token was revoked. A token that has ended was not. */
async function isTokenRevoked(db: ServiceDatabase, tokenId: string): Promise<boolean> {
  const row = await db.selectFrom('token').select('revokedAt').where('id', '=', tokenId).executeTakeFirst();
  return row?.revokedAt != null;
}

/**
 * Finds what a principal may do with the current policy: nothing for a person or a machine that the policy no longer has, for a
 * name that its account has left, and for a revoked token. Requests, schedules, authors and approvers are all checked here, when they begin and again when their change is made.
 */
export async function findCaller(service: CallerSource, principal: Principal): Promise<Caller> {
  const { db, policies } = service;
  const { name, scope, machine, tokenId } = principal;
  const { policy } = await policies.current();
  const toCaller = (actor: Actor, more: Partial<Caller> = {}): Caller => ({
    principal,
    actor,
    groups: [],
    policy,
    isRevoked: false,
    reload: () => findCaller(service, principal),
    ...more,
  });
  if (tokenId !== undefined && (await isTokenRevoked(db, tokenId)))
    return toCaller({ name, roles: [] }, { isRevoked: true });
  if (machine) {
    const found = findMachine(policy, machine.issuer, machine.claims);
    return toCaller(found?.actor.name === name ? found.actor : { name, roles: [] });
  }
  const groups = await findGroups(db, name);
  if (!groups) return toCaller({ name, roles: [] });
  const actor = findActor(policy, name, groups);
  return toCaller(scope ? { ...actor, scope } : actor, { groups });
}
