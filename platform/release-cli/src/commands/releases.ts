import { backupReleaseStore, restoreReleaseStore } from '@shop/releases/actions/backup-store';
import { getFirstLoads } from '@shop/releases/gates/bundle-size.gate';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import { listPublishedApps, listReleases, parseVersion } from '@shop/releases/release/list-releases';
import { readPrivateFile } from '@shop/releases/release/private-files';
import { publish as publishBuild } from '@shop/releases/release/publish';
import { getReleasePrefix, isSameRelease, type Release, type ReleaseId } from '@shop/releases/release/release';
import { parseSbom, sbomFile } from '@shop/releases/release/sbom';
import { getReleases } from '@shop/releases/state/composition';
import { readLiveState } from '@shop/releases/state/live-state';
import { type RunCommand, UsageError } from '../cli/command';
import { formatKilobytes, formatTable } from '../cli/format';
import { dayInMs, findPipeline, parseWith } from '../cli/parse-values';
import { assertFitsShell, findNamedShell } from '../published/assert-fits-shell';
import { findPublishedRelease } from '../published/published-releases';
import { collectGarbage } from './collect-garbage';

interface PublishOptions {
  version?: string;
  from?: string;
  /** Absolute path of the `mf-manifest.json` of a plain remote. */
  manifest?: string;
  /** Release of the shell to compile against, as `shell@1.2.0`. */
  shell?: string;
  pipeline?: string;
}

export const publish: RunCommand<[app: string], PublishOptions> = async ({
  words: [app],
  options: { version, from, manifest, shell, pipeline = findPipeline() },
  environment,
  host,
  progress,
}) => {
  if (version !== undefined) parseWith(() => parseVersion(version, '--version'));
  const apps = host.listApps();
  if (!from && !manifest && !apps.includes(app)) {
    throw new UsageError(`There is no app "${app}": choose from ${apps.join(', ')}, or name its folder with --from.`);
  }
  const isShell = app === 'shell';
  // Before the builds, which take a minute.
  const named = shell === undefined ? null : await findNamedShell(environment.store, shell);
  progress.plan(isShell || manifest ? 3 : 4);
  const source = { ...(version && { version }), ...(from && { folder: from }), ...(manifest && { manifest }) };
  const { notes = [], runtimeFiles = [], ...build } = await host.build(app, { ...source, progress });
  const fit = isShell
    ? []
    : await progress.run('types with the shell', () =>
        assertFitsShell(environment, host.typeCheck, { app, ...build, shell: named }),
      );
  const release = await progress.run('upload', () =>
    publishBuild(environment.store, { ...build, app, ...(pipeline && { pipeline }) }),
  );
  const files = Object.values(release.files);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return {
    lines: [
      `${app}@${release.version} (${release.digest}) is published: ${files.length} files, ${formatKilobytes(bytes, 0)}`,
      ...[...fit, ...describeRuntime(release, runtimeFiles)].map((line) => `  ${line}`),
    ],
    data: release,
    notes: notes.map((line) => `  ${line}`),
  };
};

/** Says what the official runtime costs, which a plain remote contains. */
function describeRuntime(release: Release, runtimeFiles: readonly string[]): string[] {
  if (runtimeFiles.length === 0) return [];
  const firstLoad = Math.max(...Object.values(getFirstLoads(release)));
  const runtime = runtimeFiles.reduce((sum, name) => sum + (release.files[name]?.compressed ?? 0), 0);
  return [
    `its pages load ${formatKilobytes(firstLoad, 0)} of its scripts (brotli), ${formatKilobytes(runtime, 0)} of them its own federation runtime`,
  ];
}

export const list: RunCommand<[app?: string], object> = async ({ words: [app], environment }) => {
  const apps = (await listPublishedApps(environment.store)).filter((name) => !app || name === app);
  const state = await readLiveState(environment);
  const live = new Set(state ? getReleases(state.live).map(getReleasePrefix) : []);
  const findCanary = (release: ReleaseId) =>
    state?.canaries.find(({ releases: changed }) => changed.some((other) => isSameRelease(other, release)));
  const formatUse = (release: ReleaseId) => {
    if (live.has(getReleasePrefix(release))) return 'live';
    const canary = findCanary(release);
    return canary ? `canary, ${canary.share} %` : '';
  };
  const releases = (await Promise.all(apps.map((name) => listReleases(environment.store, name)))).flat();
  if (app && releases.length === 0) throw new Error(`The release store has no release of ${app}.`);
  const rows = releases.map((release) => [release.app, release.version, release.digest, formatUse(release)]);
  return { lines: rows.length > 0 ? formatTable(rows) : ['No release is published yet.'], data: releases };
};

export const sbom: RunCommand<[release: string], object> = async ({ words: [text], environment: { store } }) => {
  const release = await findPublishedRelease(store, text);
  const bytes = await readPrivateFile(store, release, sbomFile);
  if (!bytes) {
    throw new Error(`The SBOM of ${text} is missing from the release store: publish it again.`);
  }
  const packages = parseSbom(bytes, `the SBOM of ${text}`);
  const rows = packages.map(({ name, version, license }) => [name, version, license]);
  return {
    lines: rows.length > 0 ? formatTable(rows) : [`${text} contains no package of other authors.`],
    data: JSON.parse(Buffer.from(bytes).toString()),
  };
};

interface GcOptions {
  keepDays: number;
  dryRun?: true;
}

export const gc: RunCommand<[], GcOptions> = async ({
  environment,
  options: { keepDays, dryRun: isDryRun = false },
}) => {
  const since = Date.now() - keepDays * dayInMs;
  const { removed, expired, unreadable, kept } = await collectGarbage(environment, { since, isDryRun });
  const verb = isDryRun ? 'would be removed' : 'is removed';
  return {
    lines: [
      ...removed.map(({ prefix, files }) => `  ${prefix} ${verb} (${files ?? 'the remaining'} files)`),
      ...expired.map((key) => `  ${key} ${verb} (expired)`),
      ...(unreadable.length > 0
        ? [`  no trusted key signed ${unreadable.join(', ')}: it remains, remove it by hand`]
        : []),
      `  ${kept} releases remain`,
      ...(removed.length > 0
        ? ['  tabs that were opened with a removed release may need its files: they load the live shop instead']
        : []),
    ],
    data: { removed: removed.map(({ prefix }) => prefix), expired, unreadable, kept, isDryRun },
  };
};

const formatHeads = (heads: Readonly<Record<string, number>>) =>
  Object.entries(heads).map(([env, change]) => `  ${env}: change ${change}`);

export const backup: RunCommand<[], { to?: string }> = async ({ environment, options: { to } }) => {
  if (!to) throw new UsageError('Name a folder for the backup with --to.');
  const { objects, heads } = await backupReleaseStore(environment.store, to);
  const count = Object.keys(objects).length;
  return {
    lines: [
      `${to} holds ${count} objects of the release store. The keys and the orders are not in it.`,
      ...formatHeads(heads),
    ],
    data: { folder: to, objects: count, heads },
  };
};

export const restore: RunCommand<[], { from?: string; overwrite?: true }> = async ({
  environment,
  options: { from, overwrite: isOverwriting = false },
}) => {
  if (!from) throw new UsageError('Name the folder of a backup with --from.');
  const { heads, at } = await restoreReleaseStore(environment.store, from, { isOverwriting });
  const problems: string[] = [];
  for (const name of Object.keys(heads)) {
    try {
      const { releases } = await verifyEnvironment({ ...environment, name });
      const damaged = releases.filter((release) => release.damaged.length > 0);
      problems.push(...damaged.map(({ app, version }) => `${name}: files of ${app}@${version} are damaged`));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    lines: [
      `The release store is that of ${at}.`,
      ...formatHeads(heads),
      ...(problems.length > 0
        ? problems.map((problem) => `  NOT VALID: ${problem}`)
        : ['  Every live file and every signature of the audit log is valid.']),
      'Gateways that have served a later change keep serving it and refuse this one: see "Backup" in platform/deploy/README.md.',
    ],
    data: { at, heads, problems },
    isOk: problems.length === 0,
  };
};
