import { Argument } from 'commander';
import { defineCommand } from '../cli/command';
import {
  parseInteger,
  parseName,
  parsePath,
  parsePipeline,
  parsePlainText,
  reasonOption,
  valueOption,
} from '../cli/parse-values';
import type { RotationStep } from '../commands/rotate-key';

export const publish = defineCommand({
  name: 'publish',
  summary: 'builds an app twice, compares both builds, checks a remote against the shell and uploads the release',
  examples: [
    'publish mf-catalog --version 1.2.0',
    'publish mf-reviews --from ../reviews/mf-reviews',
    'publish mf-reviews --manifest dist/mf-manifest.json',
  ],
  declare: (parser) =>
    parser
      .argument('<app>', 'name of the app, such as mf-catalog')
      .addOption(valueOption('--version <version>', "version of the release (default: the package's)", parsePlainText))
      .addOption(valueOption('--from <folder>', 'folder of an app outside this repository', parsePath))
      .addOption(
        valueOption(
          '--shell <release>',
          'shell that the remote must fit, such as shell@1.2.0 (default: the live one)',
          parseName,
        ),
      )
      .addOption(
        valueOption(
          '--pipeline <id>',
          'id of the pipeline that publishes (default: that of GitHub Actions, GitLab, Azure, Bitbucket or Jenkins)',
          parsePipeline,
        ),
      )
      .addOption(
        valueOption(
          '--manifest <file>',
          'mf-manifest.json of a remote that the official Module Federation plugin has built',
          parsePath,
        ),
      ),
  load: async () => (await import('../commands/releases')).publish,
});

export const list = defineCommand({
  name: 'list',
  summary: 'lists the published releases of every app or of one app',
  examples: ['list mf-catalog'],
  declare: (parser) => parser.argument('[app]', 'name of one app'),
  load: async () => (await import('../commands/releases')).list,
});

export const sbom = defineCommand({
  name: 'sbom',
  summary: 'lists the packages in the files of a release with their licences; with --json as CycloneDX',
  examples: ['sbom mf-catalog@1.2.0', 'sbom mf-catalog@1.2.0 --json'],
  declare: (parser) => parser.argument('<release>', 'app@version'),
  load: async () => (await import('../commands/releases')).sbom,
});

export const gc = defineCommand({
  name: 'gc',
  summary: 'removes expired links, and old releases that no live, recent or previewed composition uses',
  examples: ['gc --keep-days 30 --dry-run'],
  declare: (parser) =>
    parser
      .addOption(
        valueOption('--keep-days <days>', 'keep what was used in the last days', parseInteger(0, 36_500)).default(30),
      )
      .option('--dry-run', 'list what would be removed, and remove nothing'),
  load: async () => (await import('../commands/releases')).gc,
});

export const backup = defineCommand({
  name: 'backup',
  summary: 'copies the release store to a folder, with checksums, while the shop runs',
  examples: ['backup --to /backups/releases-2026-11-22'],
  declare: (parser) => parser.addOption(valueOption('--to <folder>', 'a new folder', parsePath)),
  load: async () => (await import('../commands/releases')).backup,
});

export const restore = defineCommand({
  name: 'restore',
  summary: 'restores the release store from a backup, and verifies files and signatures',
  examples: ['restore --from /backups/releases-2026-11-22'],
  declare: (parser) =>
    parser
      .addOption(valueOption('--from <folder>', 'a folder that backup wrote', parsePath))
      .option('--overwrite', 'replace what a release store in use has'),
  access: 'sign',
  load: async () => (await import('../commands/releases')).restore,
});

const steps = ['prepare', 'activate', 'finish'] as const satisfies readonly RotationStep[];

export const rotateKey = defineCommand({
  name: 'rotate-key',
  summary: 'replaces the signing key in three steps, and says after each what people have to do',
  examples: ['rotate-key prepare', 'rotate-key activate --reason "yearly rotation"', 'rotate-key finish'],
  declare: (parser) =>
    parser.addArgument(new Argument('<step>', 'the next step').choices(steps)).addOption(reasonOption()),
  access: 'sign',
  load: async () => (await import('../commands/rotate-key')).rotateKey,
});
