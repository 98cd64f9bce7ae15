import path from 'node:path';
import { backupReleaseStore, restoreReleaseStore } from '@shop/releases/backup/backup-store';
import { assertAllowed } from '@shop/releases/policy/policy';
import { verifyEnvironment } from '@shop/releases/state/verify-environment';
import { defineCommand, UsageError } from '../../cli/command';
import { parsePlainText, valueOption } from '../../cli/parse-values';
import { readHostSettings } from '../../host/settings';

const parseFolder = (text: string, name: string) => {
  const folder = parsePlainText(text, name);
  if (!folder) throw new UsageError(`${name} is empty: name a folder.`);
  return path.resolve(readHostSettings().callerDir, folder);
};

const formatHeads = (heads: Readonly<Record<string, number>>) =>
  Object.entries(heads).map(([env, change]) => `  ${env}: change ${change}`);

export const backup = defineCommand<[], { to?: string }>({
  name: 'backup',
  summary: 'copies the release store to a folder, with checksums, while the shop runs',
  examples: ['backup --to /backups/releases-2026-11-22'],
  declare: (parser) => parser.addOption(valueOption('--to <folder>', 'a new folder', parseFolder)),
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
      .addOption(valueOption('--from <folder>', 'a folder that backup wrote', parseFolder))
      .option('--overwrite', 'replace what a release store in use has'),
  access: 'sign',
  run: async ({ environment, host, author, options: { from, overwrite: isOverwriting = false } }) => {
    if (!from) throw new UsageError('Name the folder of a backup with --from.');
    // A restore changes the live composition of every environment.
    if (host.policy) assertAllowed(host.policy, author.by, 'rollback', '*', '*');
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
