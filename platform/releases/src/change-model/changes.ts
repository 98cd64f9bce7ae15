import * as v from 'valibot';
import type { ChangeKind, ChangeSchema, LogAction, LoggedChange, ReasonRule, RunningCanaries } from './define-kind';
import { canaryKinds } from './kinds/canary';
import { plainKinds } from './kinds/plain';
import { promote } from './kinds/promote';
import { rollback } from './kinds/rollback';
import type { Permission } from './permissions';

/*
 * The table of the kinds of changes. Each part of release control that differs by kind reads it: requests and their document, the
 * command line, permissions, schedules, approvals, the history, webhooks and the console's page. It imports nothing of Node.
 *
 * @see docs/decisions/0084-one-table-of-changes.md
 */

export const kinds = { promote, ...canaryKinds, rollback, ...plainKinds };

export type Kind = keyof typeof kinds;
export type ChangeOf<K extends Kind> = Changes[K];
type Changes = { [K in Kind]: v.InferOutput<(typeof kinds)[K]['schema']> };

/** A change of an environment, with its reason. */
export type Change = Changes[Kind];
/** A change before its defaults. */
export type ChangeInput = v.InferInput<(typeof kinds)[Kind]['schema']>;

type OmitCommon<Input> = Input extends unknown ? Omit<Input, 'env' | 'reason' | 'isForced'> : never;
/** What is special to a change: without the fields that a person or a command adds to each. */
export type ChangeFields = OmitCommon<ChangeInput>;

const listKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[];

export const kindNames = listKeys(kinds);

/** Creates a value for each kind. */
export const mapKinds = <Value>(create: (kind: Kind) => Value) =>
  Object.fromEntries(kindNames.map((kind) => [kind, create(kind)])) as Record<Kind, Value>;

export const Change = v.variant(
  'kind',
  Object.values(kinds).map(({ schema }) => schema),
);

/** The rows by kind, with the change that each one takes. */
const rows: { [K in Kind]: ChangeKind<ChangeSchema, Changes[K]> } = kinds;

/** Finds what a change needs by the policy: the permissions, and the apps for each of which they are needed. */
export function listNeeds(
  change: Change,
  state: RunningCanaries | null,
): { permissions: Permission[]; apps: string[] | null } {
  const list = <K extends Kind>(kind: K, own: Changes[K]) => rows[kind].listApps(own, state);
  const { permission } = kinds[change.kind];
  return { permissions: isOverride(change) ? [permission, 'force'] : [permission], apps: list(change.kind, change) };
}

/** Whether a change overrides the gates. */
export const isOverride = (change: Change): boolean => 'isForced' in change && change.isForced;

/** Makes a change override the gates, or not. A change that runs no gates stays as it is. */
export const setForced = (change: Change, isForced: boolean): Change =>
  'isForced' in change ? { ...change, isForced } : change;

/** Reads a change without its kind. @throws {v.ValiError} When it is none. */
export const readChange = (kind: string, fields: object): Change => v.parse(Change, { ...fields, kind });

/** Whether a kind of change goes through the gates, and can override them. */
export const canForce = (kind: Kind): boolean => 'isForced' in kinds[kind].schema.entries;

/** Live paths that may lose their owner with a change. */
export const listRemovedPaths = (change: Change): string[] => ('removedPaths' in change ? change.removedPaths : []);

/** Formats what a change does: `Halt the canary of mf-catalog`. @param apps  Its apps. Null: they are not known. */
export function formatChange(change: Change, apps: readonly string[] | null): string {
  const format = <K extends Kind>(kind: K, own: Changes[K]) => rows[kind].format(own, apps);
  return format(change.kind, change);
}

/**
 * Describes a stored change, also one that this version cannot read: `Halt the canary of mf-catalog` in `production`.
 *
 * @param apps  Its apps. Null: they are not known.
 */
export function describeStoredChange(kind: string, fields: { env?: unknown }, apps: readonly string[] | null) {
  try {
    const change = readChange(kind, fields);
    return { environment: change.env, isForced: isOverride(change), text: formatChange(change, apps) };
  } catch {
    return { environment: typeof fields.env === 'string' ? fields.env : '*', isForced: false, text: `Make a ${kind}` };
  }
}

/** Says when a change needs a reason. An override needs one always. */
export function getReasonRule(change: Change): ReasonRule {
  const find = <K extends Kind>(kind: K, own: Changes[K]) => {
    const { reason } = rows[kind];
    return typeof reason === 'function' ? reason(own) : reason;
  };
  return isOverride(change) ? 'required' : find(change.kind, change);
}

/** HEAD is missing or damaged, and a person signs a new one. No service makes such a change. */
const recovery = { 'recover-head': { label: 'Repaired', format: () => 'repaired HEAD' } };

type ActionsOf<K extends Kind> = K extends Kind ? keyof (typeof kinds)[K]['actions'] : never;
/** What the audit log calls a change. */
export type AuditAction = ActionsOf<Kind> | keyof typeof recovery;

/** The actions of the audit log, in the sequence of the table. */
export const logActions: Readonly<Record<AuditAction, LogAction>> = Object.assign(
  {},
  ...Object.values(kinds).map(({ actions }) => actions),
  recovery,
);

export const auditActions = listKeys(logActions);

/** Formats what a person did, after the name: `promoted mf-cart 2.1.0 to every visitor`. */
export const formatLogged = (action: AuditAction, change: LoggedChange): string => logActions[action].format(change);
