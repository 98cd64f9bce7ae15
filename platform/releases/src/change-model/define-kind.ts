import type * as v from 'valibot';
import type { AppChange } from '../state/composition';
import type { CanaryPlan } from './canary-plan';
import type { Permission } from './permissions';

/** The running canaries, as far as changes depend on them. */
export interface RunningCanaries {
  canaries: readonly { id: string; apps: readonly string[] }[];
}

/** What the words about a change of the audit log are made of. */
export interface LoggedChange {
  /** The app of a lock; `*` is the environment. */
  app?: string | undefined;
  /** The canary of the change, with its audience while it runs. */
  canary: (Partial<CanaryPlan> & { apps: readonly string[] }) | null;
  /** Differences that visitors get: of the live composition, or of a canary that started. */
  changes: readonly AppChange[];
  /** What the canary had that the change halted. Absent where it is not known. */
  ended?: readonly AppChange[];
}

/** An action in the audit log. */
export interface LogAction {
  /** Label of a filter: `Canary halted`. */
  label: string;
  /** Formats what a person did, after the name: `halted the canary of mf-catalog`. */
  format: (change: LoggedChange) => string;
  isOfCanary?: true;
  /** The kind of change that undoes it. Absent: none does. */
  undoneBy?: UndoKind;
}

type LogActions = Readonly<Record<string, LogAction>>;

/** Kinds of changes that undo others. */
export type UndoKind = 'rollback' | 'halt' | 'pause' | 'resume' | 'unlock';

/**
 * Whether a change needs a reason. `requested`: a request of the release service needs it, and a command line that makes the change
 * itself does not, so that nothing delays a person on the machine of the release store.
 */
export type ReasonRule = 'required' | 'requested' | 'optional';

/** What every part of release control knows of one kind of change. */
export interface ChangeKind<
  Schema extends ChangeSchema,
  Change = v.InferOutput<Schema>,
  Actions extends LogActions = LogActions,
> {
  /** Types, request checks, the API document, schedules and approval requests follow from it. */
  schema: Schema;
  /** What the audit log calls the changes of this kind. */
  actions: Actions;
  permission: Permission;
  /**
   * Lists the apps for which the permission is needed. Null: one app is enough, because the apps follow from what the change finds when
   * it is made.
   */
  listApps: (change: Change, state: RunningCanaries | null) => string[] | null;
  /** The policy may require the approval of further people. */
  waitsForPeople?: true;
  /** It can be made at a time. */
  waitsForTime?: true;
  reason: ReasonRule | ((change: Change) => ReasonRule);
  /** One line for the list of commands and the API document. */
  summary: string;
  /** The button of the console that makes such a change of the environment, with the texts of its dialog. Absent: it has its own one. */
  button?: { label: string; effect: string; done: string };
  /** Words of the command line that makes it, before its arguments. */
  command: string;
  /** Complete command lines after `npm run release --`. */
  examples: readonly string[];
  /** Formats what the change does: `Halt the canary of mf-catalog`. @param apps  Its apps. Null: they are not known. */
  format: (change: Change, apps: readonly string[] | null) => string;
}

export type ChangeSchema = v.GenericSchema<unknown, { kind: string; env: string; reason: string }> & {
  entries: v.ObjectEntries;
};

/** Defines a kind of change. */
export const defineKind = <Schema extends ChangeSchema, const Actions extends LogActions>(
  kind: ChangeKind<Schema, v.InferOutput<Schema>, Actions>,
) => kind;

/** Finds the apps of a canary. Null: it is not known. */
export function findCanaryApps({ canary }: { canary?: string }, state: RunningCanaries | null): string[] | null {
  const found = (state?.canaries ?? []).filter(({ id }) => canary === undefined || id === canary);
  return found.length === 1 && found[0] ? [...found[0].apps] : null;
}
