import * as v from 'valibot';
import { MetricsReport, readMetricsReport } from '../canary-analysis/metrics-report';
import { formatChange, kinds, logActions } from '../change-model/changes';
import type { UndoKind } from '../change-model/define-kind';
import { ErrorGroup, readErrorGroups } from '../error-reports/error-groups';
import type { ResolveFrame } from '../error-reports/resolve-stack';
import { formatRecord, type HistoryRecord, readHistory } from '../history/read-history';
import { isSameRelease } from '../release/release';
import { AuditLogEntry } from '../state/audit-log';
import { type AppChange, getReleases } from '../state/composition';
import { compareCompositions, formatAppChange } from '../state/composition-diff';
import type { Environment, LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { Count, UnixMs } from '../store/schemas';

/** A change that undoes another one. `app` is one of a canary's apps; a lock of `*` is that of the environment. */
const Undo = v.object({
  call: v.picklist(['rollback', 'halt', 'pause', 'resume', 'unlock'] satisfies UndoKind[]),
  /** The apps that it changes. A person needs the permission for each. */
  apps: v.array(v.string()),
  to: v.exactOptional(Count),
  canary: v.exactOptional(v.string()),
  app: v.exactOptional(v.string()),
  /** What it does: `Roll back mf-catalog`. */
  text: v.string(),
});
export type Undo = v.InferOutput<typeof Undo>;

/** A change in the time of an incident. */
const IncidentChange = v.object({
  ...v.pick(AuditLogEntry, ['seq', 'at', 'by', 'action', 'app', 'reason', 'isForced']).entries,
  /** What the person did, after the name: `locked mf-payment`. */
  text: v.string(),
  /** Differences that visitors get: `mf-catalog 1.0.0 → 1.1.0`. Empty for a lock. */
  changes: v.array(v.string()),
  /** Canaries of other apps that ended with the change. */
  halted: AuditLogEntry.entries.halted,
  /** The change that undoes it. Null when nothing of it is in effect. */
  undo: v.nullable(Undo),
});
export type IncidentChange = v.InferOutput<typeof IncidentChange>;

/** Formats the arguments of the release command: `rollback mf-catalog`. */
export function formatUndo({ call, to, app = '*' }: Undo): string {
  const { command, reason } = kinds[call];
  return [
    command,
    ...(app === '*' ? [] : [app]),
    ...(to === undefined ? [] : [`--to ${to}`]),
    ...(reason === 'optional' ? [] : ['--reason "…"']),
  ].join(' ');
}

/** What a person needs who looks for the cause of an incident. */
export const IncidentReport = v.object({
  env: v.string(),
  /** Start of the time that is searched. */
  since: UnixMs,
  /** Newest first. */
  changes: v.array(IncidentChange),
  locks: v.array(v.object({ app: v.string(), by: v.string(), reason: v.string() })),
  /** Live metrics and those of each canary. */
  metrics: v.nullable(MetricsReport),
  /** Errors that no page had reported before, most frequent first. */
  newErrors: v.array(ErrorGroup),
});
export type IncidentReport = v.InferOutput<typeof IncidentReport>;

export interface IncidentOptions {
  /** Length of the time that is searched. Default: 60. */
  minutes?: number;
  now?: number;
  resolve?: ResolveFrame;
}

/** Errors that the report has at most. */
const maxErrors = 10;
/** An error counts as new when its first report in this time is in the time of the incident. */
const knownErrorsMs = 7 * 86_400_000;

/**
 * Reports what changed in an environment, with the change that undoes each, its metrics, and the errors that are new.
 *
 * @returns Null when nothing was ever promoted.
 */
export async function readIncident(
  environment: Environment,
  { minutes = 60, now = Date.now(), resolve }: IncidentOptions = {},
): Promise<IncidentReport | null> {
  const state = await readLiveState(environment);
  if (!state) return null;
  const since = now - minutes * 60_000;
  const [changes, metrics, { groups }] = await Promise.all([
    readChanges(environment, state, since),
    readMetricsReport(environment, now),
    readErrorGroups(environment, { since: now - knownErrorsMs, ...(resolve && { resolve }) }),
  ]);
  return {
    env: environment.name,
    since,
    changes,
    locks: Object.entries(state.head.locks).map(([app, { by, reason }]) => ({ app, by, reason })),
    metrics,
    newErrors: groups.filter(({ firstAt }) => firstAt >= since).slice(0, maxErrors),
  };
}

async function readChanges(environment: Environment, state: LiveState, since: number): Promise<IncidentChange[]> {
  const { records } = await readHistory(environment, { filter: { since }, limit: Number.POSITIVE_INFINITY });
  return records.map((record, index) => {
    const { seq, at, by, action, app, reason, isForced, halted } = record.entry;
    return {
      seq,
      at,
      by,
      action,
      ...(app === undefined ? {} : { app }),
      reason,
      isForced,
      text: formatRecord(record),
      changes: record.changes.map(formatAppChange),
      halted,
      undo: findUndo(record, records.slice(0, index), state),
    };
  });
}

/** Finds the change that undoes what is still in effect of another one. @param later  The changes after it. */
function findUndo(
  { entry: { action, app, canary, seq }, changes, compared: { before } }: HistoryRecord,
  later: readonly HistoryRecord[],
  { head, live, canaries }: LiveState,
): Undo | null {
  const common = { env: head.env, reason: '' };
  const { undoneBy: call } = logActions[action];
  switch (call) {
    case 'halt':
    case 'pause':
    case 'resume': {
      const running = canaries.find(({ id }) => id === canary?.id);
      if (!canary || !running) return null;
      if (call !== 'halt') {
        const isReplaced = later.some(({ entry }) => entry.action === action && entry.canary?.id === canary.id);
        // Nothing is left to pause after the last stage.
        if (isReplaced || !running.plan || (running.plan.paused !== undefined) !== (call === 'resume')) return null;
      }
      const text = formatChange({ kind: call, ...common, canary: canary.id }, canary.apps);
      return { call, apps: canary.apps, canary: canary.id, app: canary.apps[0] ?? '', text };
    }
    case 'unlock': {
      const isReplaced = later.some(({ entry }) => entry.action === 'lock' && entry.app === app);
      if (app === undefined || !Object.hasOwn(head.locks, app) || isReplaced) return null;
      return { call, apps: [app], app, text: formatChange({ kind: call, ...common, app }, [app]) };
    }
    case 'rollback': {
      const roll = (apps: string[], fields: { to: number } | { app: string }) => ({
        call,
        apps,
        ...fields,
        text: formatChange({ kind: call, ...common, ...fields }, null),
      });
      const isInEffect = ({ app, after }: AppChange) => {
        const release = getReleases(live).find((candidate) => candidate.app === app);
        return release && after ? isSameRelease(release, after) : !release && !after;
      };
      const current = changes.filter(isInEffect);
      const [first] = current;
      // The first composition of an environment has none before it.
      if (!first || !before) return null;
      const isComplete = current.length === changes.length;
      const apps = current.map(({ app: changed }) => changed);
      if (isComplete && compareCompositions(before, live).length === changes.length) return roll(apps, { to: seq - 1 });
      return current.length === 1 && action !== 'rollback' && first.before ? roll(apps, { app: first.app }) : null;
    }
    default:
      return null;
  }
}
