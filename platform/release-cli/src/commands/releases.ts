import { backupReleaseStore, restoreReleaseStore } from '@shop/releases/actions/backup-store';
import { verifyEnvironment } from '@shop/releases/gates/file-integrity.gate';
import { assertAllowed, findActor } from '@shop/releases/policy/policy';
import { listPublishedApps, listReleases, parseVersion } from '@shop/releases/release/list-releases';
import { readPrivateFile } from '@shop/releases/release/private-files';
import { publish as publishBuild } from '@shop/releases/release/publish';
import { getReleasePrefix, isSameRelease, type ReleaseId } from '@shop/releases/release/release';
import { parseSbom, sbomFile } from '@shop/releases/release/sbom';
import { getReleases } from '@shop/releases/state/composition';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand, UsageError } from '../cli/command';
import { formatTable } from '../cli/format';
import { parseInteger, parsePath, parsePlainText, parseWith, valueOption } from '../cli/parse-values';
import { assertFitsShell } from '../published/assert-fits-shell';
import { findPublishedRelease } from '../published/published-releases';
import { collectGarbage } from './collect-garbage';

interface PublishOptions {
  version?: string;
  from?: string;
  /** Release of the shell to compile against, as `shell@1.2.0`. */
  shell?: string;
}

export const publish = defineCommand<[app: string], PublishOptions>({
  name: 'publish',
  summary: 'builds an app twice, compares both builds, checks a remote against the shell and uploads the release',
  examples: ['publish mf-catalog --version 1.2.0', 'publish mf-reviews --from ../reviews/mf-reviews'],
  declare: (parser) =>
    parser
      .argument('<app>', 'name of the app, such as mf-catalog')
      .addOption(
        valueOption('--version <version>', "version of the release (default: the package's)", (text, name) =>
          parseWith(() => parseVersion(text, name)),
        ),
      )
      .addOption(valueOption('--from <folder>', 'folder of an app outside this repository', parsePath))
      .addOption(
        valueOption(
          '--shell <release>',
          'shell that the remote must fit, such as shell@1.2.0 (default: the live one)',
          parsePlainText,
        ),
      ),
  access: 'publish',
  run: async ({ words: [app], options: { version, from, shell }, environment, host }) => {
    const apps = host.listApps();
    if (!from && !apps.includes(app)) {
      throw new UsageError(`There is no app "${app}": choose from ${apps.join(', ')}, or name its folder with --from.`);
    }
    const build = await host.build(app, { ...(version ? { version } : {}), ...(from ? { folder: from } : {}) });
    const isShell = app === 'shell';
    const fit = isShell ? [] : await assertFitsShell(environment, host.typeCheck, { app, ...build, shell });
    const release = await publishBuild(environment.store, { ...build, app });
    const files = Object.values(release.files);
    const kilobytes = files.reduce((sum, { size }) => sum + size, 0) / 1024;
    return {
      lines: [
        `${app}@${release.version} (${release.digest}) is published: ${files.length} files, ${kilobytes.toFixed(0)} KB`,
        ...fit.map((line) => `  ${line}`),
      ],
      data: release,
    };
  },
});

export const list = defineCommand<[app?: string], object>({
  name: 'list',
  summary: 'lists the published releases of every app or of one app',
  examples: ['list mf-catalog'],
  declare: (parser) => parser.argument('[app]', 'name of one app'),
  run: async ({ words: [app], environment }) => {
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
    const rows = releases.map((release) => {
      return [release.app, release.version, release.digest, formatUse(release)];
    });
    return { lines: rows.length > 0 ? formatTable(rows) : ['No release is published yet.'], data: releases };
  },
});

export const sbom = defineCommand<[release: string], object>({
  name: 'sbom',
  summary: 'lists the packages in the files of a release with their licences; with --json as CycloneDX',
  examples: ['sbom mf-catalog@1.2.0', 'sbom mf-catalog@1.2.0 --json'],
  declare: (parser) => parser.argument('<release>', 'app@version'),
  run: async ({ words: [text], environment: { store } }) => {
    const release = await findPublishedRelease(store, text);
    const bytes = await readPrivateFile(store, release, sbomFile);
    if (!bytes) {
      throw new Error(`The SBOM of ${text} is missing from the release store: publish it again.`);
    }
    const rows = parseSbom(bytes, `the SBOM of ${text}`).map(({ name, version: found, license }) => [
      name,
      found,
      license,
    ]);
    return {
      lines: rows.length > 0 ? formatTable(rows) : [`${text} contains no package of other authors.`],
      data: JSON.parse(Buffer.from(bytes).toString()),
    };
  },
});

const dayMilliseconds = 24 * 60 * 60 * 1000;

interface GcOptions {
  keepDays: number;
  dryRun?: true;
}

export const gc = defineCommand<[], GcOptions>({
  name: 'gc',
  summary: 'removes expired links, and old releases that no live, recent or previewed composition uses',
  examples: ['gc --keep-days 30 --dry-run'],
  declare: (parser) =>
    parser
      .addOption(
        valueOption('--keep-days <days>', 'keep what was used in the last days', parseInteger(0, 36_500)).default(30),
      )
      .option('--dry-run', 'list what would be removed, and remove nothing'),
  run: async ({ environment, options: { keepDays, dryRun: isDryRun = false }, author, host }) => {
    // gc removes releases of every app, and every environment shares the releases.
    if (host.policy) assertAllowed(host.policy, findActor(host.policy, author.by), 'promote', '*', '*');
    const since = Date.now() - keepDays * dayMilliseconds;
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
  },
});

const formatHeads = (heads: Readonly<Record<string, number>>) =>
  Object.entries(heads).map(([env, change]) => `  ${env}: change ${change}`);

export const backup = defineCommand<[], { to?: string }>({
  name: 'backup',
  summary: 'copies the release store to a folder, with checksums, while the shop runs',
  examples: ['backup --to /backups/releases-2026-11-22'],
  declare: (parser) => parser.addOption(valueOption('--to <folder>', 'a new folder', parsePath)),
  run: async ({ environment, options: { to } }) => {
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
  },
});

export const restore = defineCommand<[], { from?: string; overwrite?: true }>({
  name: 'restore',
  summary: 'restores the release store from a backup, and verifies files and signatures',
  examples: ['restore --from /backups/releases-2026-11-22'],
  declare: (parser) =>
    parser
      .addOption(valueOption('--from <folder>', 'a folder that backup wrote', parsePath))
      .option('--overwrite', 'replace what a release store in use has'),
  access: 'sign',
  run: async ({ environment, host, author, options: { from, overwrite: isOverwriting = false } }) => {
    if (!from) throw new UsageError('Name the folder of a backup with --from.');
    // A restore changes the live composition of every environment.
    if (host.policy) assertAllowed(host.policy, findActor(host.policy, author.by), 'rollback', '*', '*');
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
  },
});
