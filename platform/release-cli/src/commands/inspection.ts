import { type MonitorHalt, monitorCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import { type MetricsReport, readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { readVersionHistory, type VersionHistory } from '@shop/releases/canary-analysis/version-metrics';
import { type VitalName, vitalNames } from '@shop/releases/canary-analysis/web-vitals';
import { type ErrorGroup, readErrorGroups } from '@shop/releases/error-reports/error-groups';
import type { FrameProblem, ResolvedFrame } from '@shop/releases/error-reports/resolve-stack';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import { describeNotices, findHaltNotices } from '@shop/releases/history/halt-notices';
import {
  formatUndo,
  type IncidentChange,
  type IncidentReport,
  readIncident,
} from '@shop/releases/incident/incident-report';
import { listPublishedApps } from '@shop/releases/release/list-releases';
import { readRelease } from '@shop/releases/release/read-release';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { listPreviews } from '@shop/releases/signed-links/preview';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { readAuditLog } from '@shop/releases/state/audit-log';
import { formatCanaryApps } from '@shop/releases/state/canary';
import { type Apps, getReleases } from '@shop/releases/state/composition';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { listActiveFreezes } from '@shop/releases/state/freezes';
import { assertHeadNotLost, listEnvironments } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import { followWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import { programName, type RunCommand, UsageError } from '../cli/command';
import {
  formatFreezes,
  formatLocks,
  formatMetrics,
  formatNote,
  formatNotices,
  formatState,
  formatTable,
  formatTime,
} from '../cli/format';

/** Loads the state of an environment. @throws When the environment has no live composition, or its HEAD is lost. */
export async function loadState(environment: Environment): Promise<LiveState> {
  const state = await readLiveState(environment);
  if (state) return state;
  await assertHeadNotLost(environment.store, environment.name, 1);
  throw new Error(`${environment.name} has no live composition yet: publish and promote the shell and remotes first.`);
}

/**
 * Asserts that an answer without entries is not due to a mistyped name. An app that was removed from the composition is known.
 *
 * @throws When the environment has no live composition, or the release store has no such app.
 */
async function assertKnown(environment: Environment, app: string | undefined): Promise<void> {
  await loadState(environment);
  if (app === undefined) return;
  const apps = await listPublishedApps(environment.store);
  if (!apps.includes(app)) throw new UsageError(`There is no app "${app}": choose from ${apps.join(', ')}.`);
}

export const status: RunCommand<[], object> = async ({ environment, service }) => {
  const { head, live, canaries } = await loadState(environment);
  const state = { head, live, canaries };
  const entries = readAuditLog(environment.store, head.log, environment.trusted);
  const [metrics, notices] = await Promise.all([
    readMetricsReport(environment),
    findHaltNotices(entries).then((found) => describeNotices(environment, found)),
  ]);
  const { freezes = [] } = (await environment.loadRules?.()) ?? {};
  const apps = getReleases(live).map(({ app }) => app);
  const frozen = listActiveFreezes(freezes, apps, Date.now());
  const lines = [
    ...formatState(state, metrics),
    ...formatFreezes(frozen),
    ...formatNotices(notices),
    ...(metrics ? formatMetrics(metrics) : []),
    ...(service ? [] : ['  no policy: this command line works on the release store without a release service']),
  ];
  return { lines, data: { ...state, frozen, notices, metrics } };
};

const headings = ['app', 'version', 'status', 'views', 'errors', 'own errors', 'load failures', 'render failures'];

function formatStatus({ isLive, isCanary }: VersionHistory): string {
  if (isLive) return 'live';
  return isCanary ? 'canary' : '';
}

const formatVital = ({ totals }: VersionHistory, name: VitalName) => {
  const { p75 } = totals.vitals[name];
  if (p75 === null) return '–';
  return name === 'CLS' ? p75.toFixed(2) : `${Math.round(p75)} ms`;
};

export const metrics: RunCommand<[], { app?: string }> = async ({ environment, options: { app } }) => {
  const versions = await readVersionHistory(environment, app === undefined ? {} : { app });
  if (versions.length === 0) await assertKnown(environment, app);
  const rows = versions.map((entry) => [
    entry.app,
    entry.version,
    formatStatus(entry),
    ...[entry.totals.views, entry.totals.errors, entry.ownErrors].map(String),
    ...[entry.totals.loadFailures, entry.totals.renderFailures].map(String),
    ...vitalNames.map((name) => formatVital(entry, name)),
  ]);
  return {
    lines: rows.length > 0 ? formatTable([[...headings, ...vitalNames], ...rows]) : ['There are no metrics yet.'],
    data: versions.map(({ days: _, ...version }) => version),
  };
};

interface ErrorsOptions {
  app?: string;
  /** Milliseconds. */
  since: number;
  limit: number;
}

const formatFrame = ({ frame, source, line, column, name }: ResolvedFrame) =>
  source === null ? frame : `${source}:${line}:${column}${name ? ` (${name})` : ''}`;

/** What a person can do about a position without a source. For a map without the position there is no remedy. */
const remedies: Partial<Record<FrameProblem, (releases: string) => string>> = {
  'no-map': (releases) => `no source map is stored for ${releases}: publish the same build again to add it`,
  'closed-map': (releases) =>
    `you may not read the source maps of ${releases}: look at the errors in the release console, which shows the sources`,
  'unreadable-map': (releases) =>
    `a source map of ${releases} cannot be read: publish the same build again under a new version`,
};

/** Formats the release of a position: `mf-catalog/1.0.0-4f3a…/home.js:1:20` is `mf-catalog@1.0.0`. */
const formatRelease = ({ frame }: ResolvedFrame) => frame.replace(/^([^/]+)\/(.+)-[0-9a-f]{12}\/.*$/, '$1@$2');

function formatProblems(stack: readonly ResolvedFrame[]): string[] {
  return Object.entries(remedies).flatMap(([problem, describe]) => {
    const releases = new Set(stack.filter((frame) => frame.problem === problem).map(formatRelease));
    return releases.size > 0 ? [`    ${describe([...releases].join(', '))}`] : [];
  });
}

/** Formats the commands that say what visitors had who met an error. */
const formatVisitors = (visitors: ErrorGroup['visitors'] = []): string[] =>
  visitors.map(({ visitor, at }) => {
    const time = `${new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
    return `  what a visitor had: history --at ${time} --visitor ${visitor}`;
  });

function formatGroup({ app, message, count, versions, lastAt, visitors, stack }: ErrorGroup): string[] {
  const counts = versions.map(({ version, count: own }) => `${version}: ${own}`).join(', ');
  return [
    `${app}: ${message}`,
    `  ${count} ${count === 1 ? 'page' : 'pages'} (${counts}), last at ${new Date(lastAt).toISOString()}`,
    ...stack.map((frame) => `    at ${formatFrame(frame)}`),
    ...formatProblems(stack),
    ...formatVisitors(visitors),
  ];
}

/** Counts the failed renderings that `status` shows, which no page reports. */
const countRenderFailures = ({ live, canaries }: MetricsReport): number =>
  [live, ...canaries.flatMap(({ canary, listed }) => [canary, listed])].reduce(
    (sum, { totals }) => sum + totals.renderFailures,
    0,
  );

export const errors: RunCommand<[], ErrorsOptions> = async ({ environment, options: { app, since, limit } }) => {
  const { groups, dropped } = await readErrorGroups(environment, {
    since: Date.now() - since,
    ...(app !== undefined && { app }),
  });
  if (groups.length === 0) await assertKnown(environment, app);
  const shown = groups.slice(0, limit);
  const hidden = groups.length - shown.length;
  const report = await readMetricsReport(environment);
  const renderFailures = report ? countRenderFailures(report) : 0;
  return {
    lines: [
      ...(groups.length === 0 ? ['Pages reported no errors.'] : shown.flatMap(formatGroup)),
      ...(hidden > 0 ? [`${hidden} more: raise --limit.`] : []),
      ...(renderFailures > 0
        ? [
            `The server failed to render ${renderFailures} pages in the last two hours: "status" counts them as render failures, and the logs of the gateways have their causes.`,
          ]
        : []),
      ...(dropped > 0 ? [`${dropped} reports of further errors are not recorded: a day has 200 at most.`] : []),
    ],
    data: { groups: shown, dropped },
  };
};

function formatIncidentChange(env: string, change: IncidentChange): string[] {
  const { seq, at, by, text, isForced, changes, undo } = change;
  return [
    `  ${seq}  ${formatTime(at)}  ${by}  ${text}${isForced ? ' (forced)' : ''}  ${formatNote(change)}`,
    ...changes.map((line) => `       ${line}`),
    ...(undo ? [`       undo: ${programName} ${formatUndo(undo)}${env === 'production' ? '' : ` --env ${env}`}`] : []),
  ];
}

function formatIncident({ env, since, changes, locks, metrics, newErrors }: IncidentReport): string[] {
  const count = changes.length === 0 ? 'no change' : `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
  return [
    `${env}: ${count} since ${formatTime(new Date(since).toISOString())}`,
    ...changes.flatMap((change) => formatIncidentChange(env, change)),
    ...formatLocks(locks),
    ...(metrics ? formatMetrics(metrics) : []),
    ...newErrors.flatMap((group) => formatGroup(group).map((line, index) => `  ${index === 0 ? 'new: ' : ''}${line}`)),
  ];
}

export const incident: RunCommand<[], { minutes: number; all?: true }> = async ({
  environment,
  host,
  options: { minutes, all },
  given,
}) => {
  if (all && given.has('env')) throw new UsageError('--all shows every environment: leave --env or --all out.');
  const names = all ? await listEnvironments(environment.store) : [environment.name];
  const reports = await Promise.all(
    names.map(async (name) => {
      try {
        const report = await readIncident(all ? await host.openEnvironment(name) : environment, { minutes });
        // An environment without changes is left out of the reports, one that lost its HEAD is not.
        if (!report) await assertHeadNotLost(environment.store, name, 1);
        return report;
      } catch (error) {
        if (!all) throw error;
        return { env: name, error: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const found = reports.filter((report) => report !== null);
  if (found.length === 0) await loadState(environment);
  return {
    lines: found.flatMap((report) =>
      'error' in report ? [`${report.env} cannot be read: ${report.error}`] : formatIncident(report),
    ),
    data: found,
    isOk: found.every((report) => !('error' in report)),
  };
};

interface ExportUse {
  app: string;
  version: string;
  /** Where visitors get it: `live`, `canary`, `preview until 2026-11-29T08:00:00.000Z by asha`. */
  places: string[];
  /** Exports of the module that it uses; `*` for the whole module. */
  exports: string[];
}

async function listCompositions(environment: Environment): Promise<(readonly [place: string, composition: Apps])[]> {
  const { live, canaries } = await loadState(environment);
  const previews = await listPreviews(environment.store, environment.trusted);
  return [
    ['live', live],
    ...canaries.map((canary) => [`canary of ${formatCanaryApps(canary)}`, canary.composition] as const),
    ...previews
      .filter(({ env }) => env === environment.name)
      .map((preview) => [`preview until ${preview.expiresAt} by ${preview.by}`, preview] as const),
  ];
}

async function readPlacedReleases(environment: Environment): Promise<{ release: Release; places: string[] }[]> {
  const placed = new Map<string, { id: Apps['shell']; places: string[] }>();
  for (const [place, composition] of await listCompositions(environment)) {
    for (const id of getReleases(composition)) {
      const { places = [] } = placed.get(getReleasePrefix(id)) ?? {};
      placed.set(getReleasePrefix(id), { id, places: [...places, place] });
    }
  }
  return Promise.all(
    [...placed.values()].map(async ({ id, places }) => ({ release: await readRelease(environment.store, id), places })),
  );
}

/** Asserts that a shell of the environment shares the module, with the export. @throws {UsageError} */
function assertShared(releases: readonly Release[], key: string, name: string | undefined): void {
  const shells = releases.filter(({ kind }) => kind === 'shell');
  const provided = shells.flatMap(({ provides }) => provides[key] ?? []);
  if (provided.length === 0) {
    const keys = [...new Set(shells.flatMap(({ provides }) => Object.keys(provides)))].sort();
    throw new UsageError(`No shell shares "${key}": choose from ${keys.join(', ')}.`);
  }
  const known = provided.flatMap(({ exports }) => (exports ? [exports] : []));
  if (!name || known.length === 0 || known.some((exports) => Object.hasOwn(exports, name))) return;
  const names = [...new Set(known.flatMap((exports) => Object.keys(exports)))].sort();
  throw new UsageError(`${key} does not export "${name}": choose from ${names.join(', ')}.`);
}

/** Decides whether a release uses an export of a module. @param name Absent: any export. */
function findUse({ app, version, consumes }: Release, key: string, name?: string): Omit<ExportUse, 'places'> | null {
  const consumed = consumes[key];
  if (!consumed) return null;
  const names = Object.keys(consumed.exports).filter((used) => !name || used === name || used === '*');
  return names.length > 0 ? { app, version, exports: names } : null;
}

export const usedBy: RunCommand<[key: string, name?: string], object> = async ({ words: [key, name], environment }) => {
  const placed = await readPlacedReleases(environment);
  assertShared(
    placed.map(({ release }) => release),
    key,
    name,
  );
  const uses = placed.flatMap(({ release, places }): ExportUse[] => {
    const use = findUse(release, key, name);
    return use ? [{ ...use, places }] : [];
  });
  const rows = uses.map(({ app, version, places, exports }) => [app, version, places.join(', '), exports.join(', ')]);
  const what = name ? `${name} of ${key}` : key;
  return {
    lines: rows.length > 0 ? formatTable(rows) : [`No release in ${environment.name} uses ${what}.`],
    data: uses,
  };
};

export const verify: RunCommand<[], object> = async ({ environment }) => {
  const { releases, changes } = await verifyEnvironment(environment);
  const rows = releases.map(({ app, version, files, damaged }) => [
    app,
    version,
    damaged.length > 0 ? `DAMAGED: ${damaged.join(', ')}` : `${files} files unchanged`,
  ]);
  return {
    lines: [...formatTable(rows), `  log: ${changes} changes, chain and signatures valid`],
    data: { releases, changes },
    isOk: releases.every(({ damaged }) => damaged.length === 0),
  };
};

export const watch: RunCommand<[], object> = async ({ environment, host, print }) => {
  const printError = (what: string) => (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    print({ lines: [`${what}: ${message}`], data: { error: message } });
  };
  // The monitor reports a store that cannot be read.
  if ((await readLiveState(environment).catch(() => undefined)) === null) {
    print({
      lines: [`${environment.name} has no live composition yet: watching begins with the first promotion.`],
      data: { isLive: false },
    });
  }
  let lastText = '';
  let polls = 0;
  const halted: MonitorHalt[] = [];
  const ended = new AbortController();
  const deliveries = followWebhooks(environment, host.webhooks ?? [], {
    signal: ended.signal,
    onError: printError('Webhooks cannot be delivered'),
  });
  await monitorCanaries(environment, {
    check: createPromotionCheck(environment, [], host.smokeTest),
    ...(host.watchInterrupt ? { signal: host.watchInterrupt() } : {}),
    onCheck: (report) => {
      polls++;
      const running = report.canaries.map(({ apps }) => apps.join(' and ')).join('; ');
      const canaries = running ? `canaries of ${running}` : 'no canary runs';
      const lines = [`${report.env}, change ${report.head}: ${canaries}`, ...formatMetrics(report)];
      const text = lines.join('\n');
      if (text !== lastText) print({ lines, data: { report } });
      lastText = text;
    },
    onHalt: (halt) => {
      halted.push(halt);
      print({
        lines: [`The canary of ${halt.apps.join(' and ')} (${halt.owner}) is halted: ${halt.reason}`],
        data: { halt },
      });
    },
    onError: printError('The metrics cannot be read'),
    onStageError: printError('A stage waits'),
  });
  ended.abort();
  await deliveries;
  return {
    lines: [`Watched ${environment.name}: ${polls} poll${polls === 1 ? '' : 's'}.`],
    data: { polls, halted },
  };
};
