import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connectOriginPattern } from '@shop/remote-contract/connect';
import { linkSlotNames, slotNames } from '@shop/remote-contract/slot-names';
import * as v from 'valibot';
import type { AppRules, PermissionRequest } from '../state/environment';
import { parseJson } from '../store/parse-json';
import { isSamePerson } from './text-sanitization';

/** Actions that a role allows. `*` in `apps` or `environments` is all of them. */
const Role = v.strictObject({
  may: v.pipe(v.array(v.picklist(['promote', 'rollback', 'lock', 'force'])), v.minLength(1)),
  apps: v.pipe(v.array(v.string()), v.minLength(1)),
  environments: v.pipe(v.array(v.string()), v.minLength(1)),
});

const Person = v.strictObject({
  roles: v.array(v.string()),
  /** Hash of the token for the console. Absent for people who only use the command line. */
  token: v.exactOptional(
    v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, 'give the hash that `npm run console -- token` prints')),
  ),
});

const allSlots = [...slotNames, ...linkSlotNames];

/** A release policy: the actions that people may perform on apps in environments, the apps that may fill slots, and the origins that they may call. @see docs/decisions/0012-release-policy-and-console.md */
export const Policy = v.pipe(
  v.strictObject({
    roles: v.record(v.string(), Role),
    people: v.record(v.string(), Person),
    /** Apps that may fill a slot or add links to it, in their order. Every app may fill a slot that is not listed. */
    slots: v.exactOptional(
      v.record(v.picklist(allSlots, `the shop has the slots ${allSlots.join(', ')}`), v.array(v.string())),
    ),
    /** Origins of the backends that apps may have, by app. An app that is not listed may have none. */
    connect: v.exactOptional(
      v.record(
        v.string(),
        v.array(v.pipe(v.string(), v.regex(connectOriginPattern, 'write an origin, such as https://reviews.example'))),
      ),
    ),
  }),
  v.check(({ roles, people }) => unknownRole(roles, people) === null, 'a person has a role that is not defined'),
  v.check(({ people }) => areDistinct(Object.keys(people)), 'two names of people differ in case or space alone'),
);
export type Policy = v.InferOutput<typeof Policy>;

export const getAppRules = ({ slots = {}, connect = {} }: Policy): AppRules => ({ slots, connect });

type Action = PermissionRequest['action'];

function unknownRole(roles: Record<string, unknown>, people: Record<string, { roles: string[] }>): string | null {
  const named = Object.values(people).flatMap((person) => person.roles);
  return named.find((role) => !Object.hasOwn(roles, role)) ?? null;
}

const areDistinct = (names: readonly string[]) =>
  names.every((name, index) => !names.slice(0, index).some((earlier) => isSamePerson(name, earlier)));

/**
 * Reads a release policy.
 *
 * @throws When the file is missing or invalid. The message names the file and the first invalid field.
 */
export async function readPolicy(file: string): Promise<Policy> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes)
    throw new Error(
      `RELEASE_POLICY names ${file}, which cannot be read: correct the path, or leave RELEASE_POLICY out.`,
    );
  return parseJson(Policy, bytes, file);
}

const isCovered = (names: readonly string[], name: string) => names.includes('*') || names.includes(name);

/** Finds the roles that allow an action. The app `*` is the environment as a whole, which only roles for all apps include. */
function rolesFor(policy: Policy, action: Action, app: string, env: string): string[] {
  return Object.entries(policy.roles).flatMap(([name, role]) => {
    const isAllowed = role.may.includes(action) && isCovered(role.apps, app) && isCovered(role.environments, env);
    return isAllowed ? [name] : [];
  });
}

/** Whether a person may perform an action on an app of an environment. A person whom the policy does not name may not. */
export function hasPermission(policy: Policy, person: string, action: Action, app: string, env: string): boolean {
  const { roles = [] } = Object.hasOwn(policy.people, person) ? (policy.people[person] ?? {}) : {};
  return rolesFor(policy, action, app, env).some((role) => roles.includes(role));
}

/** Lists the people who may perform an action, in the order of the policy. */
const listAllowedPeople = (policy: Policy, action: Action, app: string, env: string): string[] =>
  Object.keys(policy.people).filter((person) => hasPermission(policy, person, action, app, env));

const actionVerbs: Record<Action, string> = { promote: 'promote', rollback: 'roll back', lock: 'lock', force: 'force' };

export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/**
 * Checks that a person may perform an action.
 *
 * @throws {NotAllowedError} The message names the action, the role that allows it, and the people who have the role.
 */
export function assertAllowed(policy: Policy, person: string, action: Action, app: string, env: string): void {
  if (hasPermission(policy, person, action, app, env)) return;
  const scope = env === '*' ? 'everything' : `${env} as a whole`;
  const what = app === '*' ? scope : `${app} in ${env}`;
  const roles = rolesFor(policy, action, app, env);
  const people = listAllowedPeople(policy, action, app, env);
  const rule = roles.length > 0 ? `is for the role ${roles.join(' or ')}` : 'is in no role';
  const others = people.length > 0 ? `ask ${people.join(' or ')}` : 'no person has this permission: change the policy';
  throw new NotAllowedError(
    `${person} may not ${actionVerbs[action]} ${what}: in the release policy that ${rule}; ${others}.`,
  );
}

/**
 * Checks that the policy names a person. Every change requires that, including previews and staff passes.
 *
 * @throws {NotAllowedError} When it does not. The person may only read then.
 */
export function assertKnownPerson(policy: Policy, person: string): void {
  if (Object.hasOwn(policy.people, person)) return;
  throw new NotAllowedError(
    `${person} may only read, since the release policy does not name them: set RELEASE_USER to a name in it, or have it name you.`,
  );
}

export const createAuthorize =
  (policy: Policy, person: string, env: string) =>
  ({ action, apps }: PermissionRequest): void => {
    for (const app of apps) assertAllowed(policy, person, action, app, env);
  };

/** Random bytes of a token. A token cannot be guessed, so a fast hash is as safe as a slow one. */
const tokenBytes = 32;

/** Creates a token to sign in to the console: 43 letters, digits, `-` and `_`. */
export const createAccessToken = () => randomBytes(tokenBytes).toString('base64url');

export const hashAccessToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;

/** Compares a token with a hash in constant time. */
export function isMatchingToken(token: string, hash: string): boolean {
  const [actual, expected] = [hashAccessToken(token), hash].map((text) => createHash('sha256').update(text).digest());
  return actual !== undefined && expected !== undefined && timingSafeEqual(actual, expected);
}

/** Apps that move money. Two people must agree to force them. */
const twoPersonApps: readonly string[] = ['mf-payment'];

export const findTwoPersonApp = (apps: readonly string[]): string | undefined =>
  apps.find((app) => twoPersonApps.includes(app));

export const formatApprovedAuthor = (author: string, approver: string) => `${author}, approved by ${approver}`;

/**
 * Checks that the policy allows an approver to force the apps.
 *
 * @param policy  Null: there is no policy, and every person may.
 * @throws {NotAllowedError} When it does not.
 */
export function assertApprover(policy: Policy | null, person: string, apps: readonly string[], env: string): void {
  if (policy) for (const app of apps) assertAllowed(policy, person, 'force', app, env);
}
