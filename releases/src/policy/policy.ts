import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { PermissionRequest } from '../state/environment';
import { parseJson } from '../store/parse-json';
import { isSamePerson } from './text-sanitization';

/** What a role lets its people do; `*` in `apps` or `environments` is all of them. */
const Role = v.strictObject({
  may: v.pipe(v.array(v.picklist(['promote', 'rollback', 'lock', 'force'])), v.minLength(1)),
  apps: v.pipe(v.array(v.string()), v.minLength(1)),
  environments: v.pipe(v.array(v.string()), v.minLength(1)),
});

const Person = v.strictObject({
  roles: v.array(v.string()),
  /** Hash of the token they sign in to the console with; left out for those who use the command line only. */
  token: v.exactOptional(
    v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, 'write the hash that `npm run console -- token` prints')),
  ),
});

/** Who may do what to which app in which environment. @see docs/decisions/0012-release-policy-and-console.md */
export const Policy = v.pipe(
  v.strictObject({ roles: v.record(v.string(), Role), people: v.record(v.string(), Person) }),
  v.check(({ roles, people }) => unknownRole(roles, people) === null, 'a person has a role that is not defined'),
  v.check(({ people }) => areDistinct(Object.keys(people)), 'two names of people differ in case or space alone'),
);
export type Policy = v.InferOutput<typeof Policy>;

type Action = PermissionRequest['action'];

function unknownRole(roles: Record<string, unknown>, people: Record<string, { roles: string[] }>): string | null {
  const named = Object.values(people).flatMap((person) => person.roles);
  return named.find((role) => !Object.hasOwn(roles, role)) ?? null;
}

const areDistinct = (names: readonly string[]) =>
  names.every((name, at) => !names.slice(0, at).some((other) => isSamePerson(name, other)));

/**
 * Reads a release policy.
 *
 * @throws A sentence that names the file and the first thing that is wrong in it: nobody may do anything then.
 */
export async function readPolicy(file: string): Promise<Policy> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) throw new Error(`RELEASE_POLICY names ${file}, which cannot be read: mend the path, or leave it out.`);
  return parseJson(Policy, bytes, file);
}

const isCovered = (names: readonly string[], name: string) => names.includes('*') || names.includes(name);

/** Roles that allow an action on an app; `*` for an app is the environment as a whole, which only roles for all apps have. */
function rolesFor(policy: Policy, action: Action, app: string, env: string): string[] {
  return Object.entries(policy.roles).flatMap(([name, role]) => {
    const isAllowed = role.may.includes(action) && isCovered(role.apps, app) && isCovered(role.environments, env);
    return isAllowed ? [name] : [];
  });
}

/** Whether a person may do something to an app of an environment; somebody whom the policy does not name may not. */
export function hasPermission(policy: Policy, person: string, action: Action, app: string, env: string): boolean {
  const { roles = [] } = Object.hasOwn(policy.people, person) ? (policy.people[person] ?? {}) : {};
  return rolesFor(policy, action, app, env).some((role) => roles.includes(role));
}

/** Names of those who may do something, in the order of the policy. */
export const listAllowedPeople = (policy: Policy, action: Action, app: string, env: string): string[] =>
  Object.keys(policy.people).filter((person) => hasPermission(policy, person, action, app, env));

const actionVerbs: Record<Action, string> = { promote: 'promote', rollback: 'take back', lock: 'lock', force: 'force' };

/** A request that the policy does not allow. */
export class NotAllowedError extends Error {}

/**
 * Holds a person to the policy.
 *
 * @throws {NotAllowedError} One sentence: what they may not do, the rule, and who may.
 */
export function assertAllowed(policy: Policy, person: string, action: Action, app: string, env: string): void {
  if (hasPermission(policy, person, action, app, env)) return;
  const whole = env === '*' ? 'everything' : `${env} as a whole`;
  const what = app === '*' ? whole : `${app} in ${env}`;
  const roles = rolesFor(policy, action, app, env);
  const people = listAllowedPeople(policy, action, app, env);
  const rule = roles.length > 0 ? `is for the role ${roles.join(' or ')}` : 'is in no role';
  const others = people.length > 0 ? `ask ${people.join(' or ')}` : 'nobody may: change the policy';
  throw new NotAllowedError(
    `${person} may not ${actionVerbs[action]} ${what}: in the release policy that ${rule}; ${others}.`,
  );
}

/**
 * Holds whoever changes anything, a preview or a staff pass too, to being somebody the policy knows.
 *
 * @throws {NotAllowedError} A sentence when it does not name them: they may only look.
 */
export function assertKnownPerson(policy: Policy, person: string): void {
  if (Object.hasOwn(policy.people, person)) return;
  throw new NotAllowedError(
    `${person} may only look, since the release policy does not name them: set RELEASE_USER to a name in it, or have it name you.`,
  );
}

/** The permission of a person, for the actions of an environment. */
export const createAuthorize =
  (policy: Policy, person: string, env: string) =>
  ({ action, apps }: PermissionRequest): void => {
    for (const app of apps) assertAllowed(policy, person, action, app, env);
  };
