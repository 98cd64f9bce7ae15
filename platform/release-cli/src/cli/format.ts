import type { MetricVerdict } from '@shop/releases/canary-analysis/analyze-canary';
import type { AssignmentMetrics, MetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { formatStageVisits, type StageVisits } from '@shop/releases/canary-analysis/stage-visits';
import { formatVerdictState } from '@shop/releases/canary-analysis/verdict-words';
import { formatApp, formatAudience } from '@shop/releases/change-model/words';
import type { HaltNotice } from '@shop/releases/history/halt-notices';
import type { IncidentReport } from '@shop/releases/incident/incident-report';
import type { AuditLogEntry, HaltedCanary } from '@shop/releases/state/audit-log';
import { formatPlan } from '@shop/releases/state/canary';
import { findStageProblem } from '@shop/releases/state/canary-shares';
import { type Apps, getReleases } from '@shop/releases/state/composition';
import { compareCompositions, formatAppChange, formatCanaryVersions } from '@shop/releases/state/composition-diff';
import type { LiveState, RunningCanary } from '@shop/releases/state/environment';
import type { ActiveFreeze } from '@shop/releases/state/freezes';
import type { CommandResult } from './command';

/** Characters to which a column is padded at most. A longer text moves the rest of its own row only. */
const maxPadding = 60;

/** Formats rows as lines with aligned columns. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => {
    const lengths = rows.map((cells) => cells[column]?.length ?? 0);
    return Math.max(0, ...lengths.filter((length) => length <= maxPadding));
  });
  return rows.map((cells) => {
    const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${padded.join('  ').trimEnd()}`;
  });
}

/** Formats the differences between two compositions, one line per app: `mf-catalog 1.0.0 → 1.1.0`. */
export const formatChanges = (before: Apps, after: Apps): string[] =>
  compareCompositions(before, after).map(formatAppChange);

/** Formats a running canary: `canary: 10 % of the visitors and staff get mf-catalog 1.0.0 → 1.1.0, by asha`, and its plan on a second line. */
function formatCanaryLines(
  { head: { env }, live, canaries }: LiveState,
  canary: RunningCanary,
  visits?: StageVisits | null,
): string[] {
  const changes = formatChanges(live, canary.composition).join(', ');
  const measured = visits ? `; ${formatStageVisits(visits)}` : '';
  const problem = findStageProblem(env, canary, canaries);
  return [
    `  canary: ${formatAudience(canary)} get ${changes}, by ${canary.owner}`,
    ...(canary.plan ? [`    stages: ${formatPlan(canary.plan)}${measured}`] : []),
    ...(problem ? [`    the next stage waits: ${problem}`] : []),
  ];
}

const formatHaltLine = ({ apps, owner, reason }: Pick<HaltNotice, 'apps' | 'owner' | 'reason'>): string =>
  `  halted: the canary of ${apps.join(' and ')}, tell ${owner}: ${reason}`;

/** Formats a time: `2026-11-27 20:05:09 UTC`. @param at  ISO date and time. */
export const formatTime = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;

/** Formats the canaries that somebody else ended, with what they had. */
export const formatNotices = (notices: readonly HaltNotice[]): string[] =>
  notices.map((notice) => {
    const { owner, reason, seq, at, by } = notice;
    const what = formatCanaryVersions(notice);
    return `  halted in change ${seq} at ${formatTime(at)} by ${by}: the canary of ${owner} of ${what}: ${reason}`;
  });

export const formatFreezes = (freezes: readonly ActiveFreeze[]): string[] =>
  freezes.map(({ app, description }) => `  ${formatApp(app)}: ${description}`);

/** Formats the apps that are locked: `locked: mf-payment, by asha (sale)`. */
export const formatLocks = (locks: IncidentReport['locks']): string[] =>
  locks.map(({ app, by, reason }) => `  locked: ${formatApp(app)}, by ${by} (${reason})`);

/** Formats the reason of a change, and the canaries of other apps that it ended. */
export const formatNote = ({ reason, halted }: Pick<AuditLogEntry, 'reason' | 'halted'>): string => {
  const ended = halted.map(({ apps, owner }) => `ended the canary of ${apps.join(' and ')} (${owner})`);
  return [...(reason ? [reason] : []), ...ended].join('; ');
};

/** Formats bytes: `12.5 KB`. */
export const formatKilobytes = (bytes: number | null, digits = 1): string =>
  bytes === null ? '–' : `${(bytes / 1024).toFixed(digits)} KB`;

/** @param metrics  With the visits that the stages of the canaries wait for. */
export function formatState(state: LiveState, metrics: MetricsReport | null = null): string[] {
  const { head, live, canaries } = state;
  const apps = formatTable(getReleases(live).map(({ app, version, digest }) => [app, version, digest]));
  const locks = formatLocks(Object.entries(head.locks).map(([app, lock]) => ({ app, ...lock })));
  const running = canaries.flatMap((canary) => {
    const measured = metrics?.canaries.find(({ id }) => id === canary.id);
    return formatCanaryLines(state, canary, measured?.stageVisits);
  });
  return [`${head.env}, change ${head.seq}:`, ...apps, ...running, ...locks];
}

/** Result of a command that changed an environment. */
export const stateResult = (state: LiveState, halted: readonly HaltedCanary[] = []): CommandResult => ({
  lines: [...formatState(state), ...halted.map(formatHaltLine)],
  data: { ...state, halted },
});

/** The web vitals in the table of metrics. */
const shownVitals = ['LCP', 'INP', 'TBT'] as const;
const formatMilliseconds = (value: number | null) => (value === null ? '-' : `${Math.round(value)} ms`);
const formatShare = ({ visitors, bad }: { visitors: number; bad: number }) => `${bad} of ${visitors}`;

/** Formats the metrics of the live composition and of each canary. Without page views it formats omissions only. */
export function formatMetrics({ live, canaries, gateways, skippedRecords }: MetricsReport): string[] {
  const groups = [
    { name: canaries.length > 0 ? 'in no canary' : 'live', metrics: live },
    ...canaries.flatMap(({ apps, canary, listed }) => [
      { name: `canary of ${apps.join(' and ')}`, metrics: canary },
      { name: 'its staff, regions and groups', metrics: listed },
    ]),
  ].filter(({ metrics }) => metrics.totals.views > 0);
  const omissions = skippedRecords.map((problem) => `  left out of the metrics: ${problem}`);
  if (groups.length === 0) return omissions;
  const heading = ['', 'views', 'page errors', 'load failures', 'render failures', 'checkouts', 'orders'];
  const vitals = shownVitals.map((name) => `${name} p75`);
  return [
    `  metrics of the last two hours; ${gateways} gateway${gateways === 1 ? ' runs' : 's run'} now:`,
    ...formatTable([[...heading, ...vitals], ...groups.map(toRow)]),
    ...canaries.flatMap(({ apps, verdict }) =>
      formatTable(verdict.metrics.map((metric) => toVerdictRow(apps, metric))),
    ),
    ...omissions,
  ];
}

const toRow = ({ name, metrics: { totals } }: { name: string; metrics: AssignmentMetrics }) => [
  name,
  ...[totals.views, totals.errors, totals.loadFailures, totals.renderFailures].map(String),
  ...[totals.checkoutsStarted, totals.ordersPlaced].map(String),
  ...shownVitals.map((vital) => formatMilliseconds(totals.vitals[vital].p75)),
];

const toVerdictRow = (apps: readonly string[], verdict: MetricVerdict) => [
  apps.join(' and '),
  verdict.metric,
  `canary ${formatShare(verdict.canary)} visitors`,
  `control ${formatShare(verdict.control)}`,
  formatVerdictState(verdict),
];
