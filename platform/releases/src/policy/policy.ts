import { readFile } from 'node:fs/promises';
import { connectOriginPattern } from '@shop/remote-contract/connect';
import { linkSlotNames, slotNames } from '@shop/remote-contract/slot-names';
import * as v from 'valibot';
import { type Permission, permissions } from '../change-model/permissions';
import { integer } from '../change-model/value-schemas';
import { LinkTemplates } from '../release/release-source';
import { EnvironmentRules, type PermissionRequest, type PolicyRules } from '../state/environment';
import { environmentNamePattern, environmentNameRule } from '../state/environment-name';
import { parseJson } from '../store/parse-json';
import { Count, settingsObject } from '../store/schemas';
import { findUnstorable, isSamePerson } from './text-sanitization';

const Names = v.pipe(v.array(v.string()), v.minLength(1, 'give one name at least, or *'));

/** Permissions that a role gives. `*` in `apps` or `environments` is all of them. */
const Role = settingsObject({
  may: v.pipe(v.array(v.picklist(permissions)), v.minLength(1)),
  apps: Names,
  environments: Names,
  /** Groups of the company's identity provider whose members have the role. */
  groups: v.exactOptional(v.array(v.string())),
});

const Person = settingsObject({ roles: v.array(v.string()) });

/** Minutes for which the token of a machine is valid. */
const defaultMinutes = 15;

/** A workflow that gets tokens: one whose identity token has the issuer and every claim. */
const Machine = settingsObject({
  issuer: v.pipe(v.string(), v.url('give an address, such as https://token.actions.githubusercontent.com')),
  claims: v.pipe(
    v.record(v.string(), v.string()),
    v.minEntries(1, 'name a claim that no other workflow has, such as repository'),
  ),
  roles: v.array(v.string()),
  apps: Names,
  environments: Names,
  minutes: v.exactOptional(integer(1, 60)),
});

const allSlots = [...slotNames, ...linkSlotNames];

const Contents = settingsObject({
  roles: v.record(v.string(), Role),
  people: v.record(v.string(), Person),
  machines: v.exactOptional(v.record(v.string(), Machine)),
  environments: v.exactOptional(
    v.record(v.pipe(v.string(), v.regex(environmentNamePattern, environmentNameRule)), EnvironmentRules),
  ),
  /** Addresses of the pages of commits and pipelines, to which history, requests and messages link. */
  links: v.exactOptional(LinkTemplates),
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
});

/**
 * A release policy: what people and machines may do with apps in environments, the rules of environments, the apps that may fill
 * slots, and the origins that they may call.
 *
 * @see docs/decisions/0065-release-service.md
 */
export const Policy = v.pipe(
  Contents,
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && findContradiction(dataset.value);
    if (message) addIssue({ message });
  }),
);
export type Policy = v.InferOutput<typeof Policy>;

/** A policy without roles, people and rules. */
export const emptyPolicy: Policy = { roles: {}, people: {} };

/** @returns The field that contradicts another one, and the reason. Null: there is none. */
function findContradiction({
  roles,
  people,
  machines = {},
  environments = {},
}: v.InferOutput<typeof Contents>): string | null {
  const actors = [
    ...Object.entries(people).map(([name, person]) => ({ name, field: `people.${name}`, ...person })),
    ...Object.entries(machines).map(([name, machine]) => ({ name, field: `machines.${name}`, ...machine })),
  ];
  for (const [index, { name, field, roles: named }] of actors.entries()) {
    const unknown = named.find((role) => !Object.hasOwn(roles, role));
    if (unknown !== undefined) return `${field}.roles: there is no role ${unknown}`;
    const same = actors.slice(0, index).find((earlier) => isSamePerson(earlier.name, name));
    if (same) return `${field}: ${same.field} has the same name, apart from case and space`;
  }
  const [own] = Object.entries(environments).find(([name, { after }]) => name === after) ?? [];
  return own === undefined ? null : `environments.${own}.after: name another environment`;
}

const findRules = ({ environments = {} }: Policy, env: string) =>
  Object.hasOwn(environments, env) ? (environments[env] ?? {}) : {};

/** Returns what a policy requires of changes of an environment. */
export function getRules(policy: Policy, env: string): PolicyRules {
  const { slots = {}, connect = {}, links } = policy;
  return { slots, connect, ...(links ? { links } : {}), ...findRules(policy, env) };
}

/**
 * Reads a file with a release policy.
 *
 * @throws When the file is missing or invalid. The message names the file and the first invalid field.
 */
export async function readPolicy(file: string): Promise<Policy> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) throw new Error(`The policy ${file} cannot be read: correct the path.`);
  const policy = parseJson(Policy, bytes, file);
  const field = findUnstorable(policy);
  if (field !== null)
    throw new Error(`${file} is malformed: ${field}: this text contains a character that cannot be stored.`);
  return policy;
}

/** What a token allows at most. It narrows what the roles of its owner give. `*` in `apps` or `environments` is all of them. */
export const TokenScope = v.object({
  apps: v.array(v.string()),
  environments: v.array(v.string()),
  may: v.array(v.picklist(permissions)),
});
export type TokenScope = v.InferOutput<typeof TokenScope>;

/** A person or a machine that acts. */
export interface Actor {
  name: string;
  roles: readonly string[];
  /** Absent: everything that the roles give. */
  scope?: TokenScope;
}

/**
 * Finds what a person may do: the roles that the policy gives the name, and those of the person's groups.
 *
 * @param groups  Groups of the person at the company's identity provider.
 * @returns Without roles for a person whom the policy does not know.
 */
export function findActor(policy: Policy, name: string, groups: readonly string[] = []): Actor {
  const { roles: own = [] } = Object.hasOwn(policy.people, name) ? (policy.people[name] ?? {}) : {};
  const ofGroups = Object.entries(policy.roles).flatMap(([role, { groups: members = [] }]) =>
    members.some((group) => groups.includes(group)) ? [role] : [],
  );
  return { name, roles: [...new Set([...own, ...ofGroups])] };
}

/**
 * Finds the first machine of the policy that an identity token belongs to.
 *
 * @param claims  Claims of the token. The caller has verified its signature, issuer, audience and time.
 * @returns With the minutes for which a token of the machine is valid. Null: the policy has no such machine.
 */
export function findMachine(
  { machines = {} }: Policy,
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
): { actor: Actor; minutes: number } | null {
  for (const [name, machine] of Object.entries(machines)) {
    const isMatch =
      machine.issuer === issuer &&
      Object.entries(machine.claims).every(([claim, value]) => Object.hasOwn(claims, claim) && claims[claim] === value);
    const { roles, apps, environments, minutes = defaultMinutes } = machine;
    if (isMatch) return { actor: { name, roles, scope: { apps, environments, may: [...permissions] } }, minutes };
  }
  return null;
}

const isCovered = (names: readonly string[], name: string) => names.includes('*') || names.includes(name);

/** Whether a role or a scope includes an action. The app `*` is the environment as a whole, which only all apps include. */
const includes = ({ may, apps, environments }: TokenScope, action: Permission, app: string, env: string): boolean =>
  may.includes(action) && isCovered(apps, app) && isCovered(environments, env);

const rolesFor = (policy: Policy, action: Permission, app: string, env: string): string[] =>
  Object.entries(policy.roles).flatMap(([name, role]) => (includes(role, action, app, env) ? [name] : []));

/** Whether an actor may perform an action on an app of an environment. */
export const hasPermission = (
  policy: Policy,
  { roles, scope }: Actor,
  action: Permission,
  app: string,
  env: string,
): boolean =>
  rolesFor(policy, action, app, env).some((role) => roles.includes(role)) &&
  (!scope || includes(scope, action, app, env));

const verbs: Record<Permission, string> = {
  promote: 'promote',
  rollback: 'roll back',
  lock: 'lock',
  force: 'force',
  policy: 'change the policy of',
};

export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
}

/**
 * Checks that an actor may perform an action.
 *
 * @throws {NotAllowedError} The message names the action, the roles that have the permission, and the people to ask.
 */
export function assertAllowed(policy: Policy, actor: Actor, action: Permission, app: string, env: string): void {
  if (hasPermission(policy, actor, action, app, env)) return;
  const scope = env === '*' ? 'everything' : `${env} as a whole`;
  const what = app === '*' ? scope : `${app} in ${env}`;
  const roles = rolesFor(policy, action, app, env);
  const reason = roles.some((role) => actor.roles.includes(role))
    ? 'the scope of the token does not include it; use another token'
    : explainRoles(policy, action, roles);
  throw new NotAllowedError(`${actor.name} may not ${verbs[action]} ${what}: ${reason}.`);
}

/** Formats the people of a group: `a member of team-catalog`. */
export const formatMember = (group: string): string => `a member of ${group}`;

/** Lists who has one of the roles: people by name, and the members of groups. */
function listHolders({ roles: all, people }: Policy, roles: readonly string[]): { named: string[]; groups: string[] } {
  const named = Object.keys(people).filter((name) => people[name]?.roles.some((role) => roles.includes(role)));
  const groups = roles.flatMap((role) => all[role]?.groups ?? []).map(formatMember);
  return { named, groups: [...new Set(groups)] };
}

/** Lists who has one of the roles, without the author of a change. */
function listApprovers(policy: Policy, roles: readonly string[], author: string): string[] {
  const { named, groups } = listHolders(policy, roles);
  return [...named.filter((name) => !isSamePerson(name, author)), ...groups];
}

/** Says which roles have a permission, and who has these roles. */
function explainRoles(policy: Policy, action: Permission, roles: readonly string[]): string {
  if (roles.length === 0) return `no role in the policy has the permission \`${action}\``;
  const { named, groups } = listHolders(policy, roles);
  const others = named.length > 0 ? named : groups;
  const has = roles.length === 1 ? `the role ${roles[0]} has` : `the roles ${roles.join(' or ')} have`;
  const remedy = others.length > 0 ? `ask ${others.join(' or ')}` : 'no person has such a role, so change the policy';
  return `${has} the permission \`${action}\`; ${remedy}`;
}

/**
 * Checks that an actor may publish releases of an app: that they may promote it somewhere.
 *
 * @throws {NotAllowedError}
 */
export function assertMayPublish(policy: Policy, { name, roles, scope }: Actor, app: string): void {
  const isAllowed = ({ may, apps }: Pick<TokenScope, 'may' | 'apps'>) =>
    may.includes('promote') && isCovered(apps, app);
  const hasRole = Object.entries(policy.roles).some(([role, allowed]) => roles.includes(role) && isAllowed(allowed));
  if (hasRole && (!scope || isAllowed(scope))) return;
  throw new NotAllowedError(`${name} may not publish ${app}: this needs the permission \`promote\` for ${app}.`);
}

/**
 * Checks that the policy knows an actor. Every change requires that, including previews and staff passes.
 *
 * @param otherwise  What a person may do whom it does not know, for the message. Default: only read.
 * @throws {NotAllowedError} When it does not.
 */
export function assertKnown(policy: Policy, { name, roles }: Actor, otherwise = 'only read'): void {
  if (roles.length > 0 || Object.hasOwn(policy.people, name)) return;
  throw new NotAllowedError(
    `${name} may ${otherwise}, since the release policy does not name them: have it name you, or a group that you belong to.`,
  );
}

export const createAuthorize =
  (policy: Policy, actor: Actor, env: string) =>
  ({ action, apps }: PermissionRequest): void => {
    // Without apps, one for which the actor has the permission is enough.
    const known = () => [...Object.values(policy.roles).flatMap((role) => role.apps), ...(actor.scope?.apps ?? [])];
    const findOne = () => known().find((app) => hasPermission(policy, actor, action, app, env)) ?? '*';
    for (const app of apps ?? [findOne()]) assertAllowed(policy, actor, action, app, env);
  };

/** Apps that move money: another person must approve to force them, unless the policy says otherwise. */
const defaultForceApprovals: Readonly<Record<string, number>> = { 'mf-payment': 1 };

export interface MissingApproval {
  app: string;
  /** Number of further people who must approve the change. */
  missing: number;
  /** What each of them must be allowed to do with the app. */
  permission: Permission;
}

/**
 * Finds the approvals that a promotion, a rollout or a completion still needs.
 *
 * @param approvers  Those who approved the change, without its author. One counts for the apps that they may promote themselves,
 *   or may force when the change is forced. A machine does not count.
 * @param isForced  Whether the change overrides findings. Forcing an app that moves money needs an approval by default.
 */
export function findMissingApprovals(
  policy: Policy,
  env: string,
  apps: readonly string[],
  approvers: readonly Actor[],
  isForced = false,
): MissingApproval[] {
  const permission = isForced ? 'force' : 'promote';
  const rules = new Map(Object.entries(findRules(policy, env).approvals ?? {}));
  const defaults = new Map(Object.entries(isForced ? defaultForceApprovals : {}));
  const people = approvers.filter(({ name }) => !Object.hasOwn(policy.machines ?? {}, name));
  return apps.flatMap((app) => {
    const able = people.filter((actor) => hasPermission(policy, actor, permission, app, env));
    const distinct = able.filter(
      ({ name }, index) => able.findIndex((other) => isSamePerson(other.name, name)) === index,
    );
    const needed = rules.get(app) ?? Math.max(rules.get('*') ?? 0, defaults.get(app) ?? 0);
    const missing = needed - distinct.length;
    return missing > 0 ? [{ app, missing, permission }] : [];
  });
}

/** People who must approve a change of an app. */
export const NeededApproval = v.object({
  /** `*` for a change of the policy. */
  app: v.string(),
  /** How many, without the author. */
  people: Count,
  permission: v.picklist(permissions),
  /** Who may, without the author: names of people, and `a member of team-catalog`. */
  by: v.array(v.string()),
});
export type NeededApproval = v.InferOutput<typeof NeededApproval>;

/**
 * Lists the approvals that a promotion, a rollout or a completion needs in all, with the people who may give them.
 *
 * @param author  Name of the person who makes the change, and cannot approve it.
 */
export const listNeededApprovals = (
  policy: Policy,
  env: string,
  apps: readonly string[],
  isForced: boolean,
  author: string,
): NeededApproval[] =>
  findMissingApprovals(policy, env, apps, [], isForced).map(({ app, missing, permission }) => ({
    app,
    people: missing,
    permission,
    by: listApprovers(policy, rolesFor(policy, permission, app, env), author),
  }));

/** The approval that a change of the policy needs. @param author  Name of the person who proposes it, and cannot approve it. */
export const getPolicyApproval = (policy: Policy, author: string): NeededApproval => ({
  app: '*',
  people: 1,
  permission: 'policy',
  by: listApprovers(policy, rolesFor(policy, 'policy', '*', '*'), author),
});

/** Formats the author of a change for the audit log, with the people who approved it. */
export const formatApprovedAuthor = (author: string, approvers: readonly string[]): string =>
  approvers.length > 0 ? `${author}, approved by ${approvers.join(' and ')}` : author;

/**
 * Finds who approved a change last. A name can contain ` and `, so it is not enough to split the text.
 *
 * @param by  Author of the change in the audit log, as {@link formatApprovedAuthor} formats it.
 * @param author  Name of the person who requested it.
 * @param earlier  Names of those who had approved it before, oldest first. One whose approval ended is not in the log.
 * @returns Null for a change without an approval.
 */
export function findLastApprover(by: string, author: string, earlier: readonly string[]): string | null {
  const start = formatApprovedAuthor(author, ['']);
  if (!by.startsWith(start)) return null;
  return earlier.reduce(
    (rest, name) => (rest.startsWith(`${name} and `) ? rest.slice(`${name} and `.length) : rest),
    by.slice(start.length),
  );
}
