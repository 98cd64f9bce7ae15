import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { type AuditLogEntry, readAuditLog } from '@shop/releases/history/audit-log';
import { listPublishedApps, listReleases } from '@shop/releases/release/list-releases';
import { getReleasePrefix } from '@shop/releases/release/release';
import { getReleases, readComposition } from '@shop/releases/state/composition';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { verifyEnvironment } from '@shop/releases/state/verify-environment';
import { type Command, readNumber, UsageError } from '../cli/command';
import { describeHealth } from '../format/format-metrics';
import { describeState, differences, table } from '../format/format-state';

async function requireState(environment: Environment): Promise<LiveState> {
  const state = await readLiveState(environment);
  if (state) return state;
  throw new Error(`${environment.name} has nothing live yet: publish and promote shell and remotes first.`);
}

async function historyOf(environment: Environment, most: number): Promise<AuditLogEntry[]> {
  const { head } = await requireState(environment);
  const entries: AuditLogEntry[] = [];
  for await (const entry of readAuditLog(environment.store, head.log, environment.trusted)) {
    entries.push(entry);
    if (entries.length === most) break;
  }
  return entries;
}

export const list: Command = {
  usage: '[app]',
  says: 'published releases',
  words: [0, 1],
  run: async ({ words: [app], environment }) => {
    const apps = (await listPublishedApps(environment.store)).filter((one) => !app || one === app);
    if (app && apps.length === 0) throw new Error(`No release of ${app} is in the store.`);
    const state = await readLiveState(environment);
    const live = new Set(state ? getReleases(state.live).map(getReleasePrefix) : []);
    const releases = (await Promise.all(apps.map((one) => listReleases(environment.store, one)))).flat();
    const rows = releases.map(({ app: name, version, digest }) => {
      return [name, version, digest, live.has(getReleasePrefix({ app: name, version, digest })) ? 'live' : ''];
    });
    return { lines: rows.length > 0 ? table(rows) : ['Nothing is published yet.'], data: releases };
  },
};

export const status: Command = {
  usage: '',
  says: 'what is live, for whom, and how it does',
  words: [0, 0],
  run: async ({ environment }) => {
    const { head, live, canary } = await requireState(environment);
    const health = await readMetricsReport(environment);
    const lines = [...describeState({ head, live, canary }), ...(health ? describeHealth(health) : [])];
    return { lines, data: { head, live, canary, health } };
  },
};

export const history: Command = {
  usage: '[--most 20]',
  says: 'who changed what, when and why, newest first; checks the chain of the log on the way',
  options: { most: { type: 'string' } },
  words: [0, 0],
  run: async ({ environment, flags }) => {
    const most = typeof flags.most === 'string' ? readNumber(flags.most, '--most', 1, 100_000) : 20;
    const entries = await historyOf(environment, most);
    const rows = entries.map(({ seq, at, by, action, reason, isForced }) => {
      return [String(seq), at.slice(0, 16).replace('T', ' '), by, isForced ? `${action} (forced)` : action, reason];
    });
    return { lines: table(rows), data: entries };
  },
};

export const diff: Command = {
  usage: 'SEQ SEQ',
  says: 'what differs between the compositions of two changes',
  words: [2, 2],
  run: async ({ environment, words }) => {
    const wanted = words.map((word) => readNumber(word, 'A change', 1, Number.MAX_SAFE_INTEGER));
    const entries = await historyOf(environment, Number.MAX_SAFE_INTEGER);
    const [one, other] = await Promise.all(
      wanted.map((seq) => {
        const entry = entries.find((known) => known.seq === seq);
        if (!entry) throw new UsageError(`There is no change ${seq} in the history of ${environment.name}.`);
        return readComposition(environment.store, entry.live, environment.trusted);
      }),
    );
    const lines = one && other ? differences(one, other) : [];
    return { lines: lines.length > 0 ? lines.map((line) => `  ${line}`) : ['  nothing'], data: lines };
  },
};

export const verify: Command = {
  usage: '',
  says: 'rehashes every file of every live composition, and walks the whole log',
  words: [0, 0],
  run: async ({ environment }) => {
    const { releases, changes } = await verifyEnvironment(environment);
    const rows = releases.map(({ app, version, files, damaged }) => [
      app,
      version,
      damaged.length > 0 ? `DAMAGED: ${damaged.join(', ')}` : `${files} files as published`,
    ]);
    return {
      lines: [...table(rows), `  log: ${changes} changes, chain and signatures whole`],
      data: { releases, changes },
      isOk: releases.every(({ damaged }) => damaged.length === 0),
    };
  },
};
