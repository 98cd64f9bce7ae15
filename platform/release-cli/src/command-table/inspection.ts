import { auditActions } from '@shop/releases/change-model/changes';
import { Option } from 'commander';
import { defineCommand, type OfflineCommand } from '../cli/command';
import {
  dayInMs,
  parseChangeNumber,
  parseDuration,
  parseEndTime,
  parseHash,
  parseInteger,
  parseMoment,
  parseName,
  parsePath,
  parseTime,
  parseVisitor,
  valueOption,
} from '../cli/parse-values';

export const status = defineCommand({
  name: 'status',
  summary: 'shows the live composition, the canaries, the locks and their metrics',
  examples: ['status --env staging'],
  asksService: true,
  load: async () => (await import('../commands/inspection')).status,
});

export const incident = defineCommand({
  name: 'incident',
  summary: 'shows what changed in the last hour, how to undo it, the metrics and the errors that are new',
  examples: ['incident', 'incident --all --minutes 180'],
  declare: (parser) =>
    parser
      .addOption(valueOption('--minutes <number>', 'length of the time', parseInteger(1, 10_080)).default(60))
      .option('--all', 'show every environment'),
  load: async () => (await import('../commands/inspection')).incident,
});

export const metrics = defineCommand({
  name: 'metrics',
  summary: 'shows views, errors, load failures and web vitals (p75) by app and version for 30 days',
  examples: ['metrics', 'metrics --app mf-catalog --json'],
  declare: (parser) => parser.addOption(valueOption('--app <app>', 'metrics of one app', parseName)),
  load: async () => (await import('../commands/inspection')).metrics,
});

export const errors = defineCommand({
  name: 'errors',
  summary: 'lists the errors that pages reported, by app and version, with their stacks in the sources',
  examples: ['errors --app mf-catalog --since 2h', 'errors --since 30d --limit 50'],
  declare: (parser) =>
    parser
      .addOption(valueOption('--app <app>', 'errors of one app', parseName))
      .addOption(
        valueOption(
          '--since <duration>',
          'errors with a report since then; counts are of whole UTC days',
          parseDuration,
        ).default(dayInMs, '1d'),
      )
      .addOption(valueOption('--limit <number>', 'number of errors', parseInteger(1, 1000)).default(20)),
  load: async () => (await import('../commands/inspection')).errors,
});

/** Options of `history` that choose changes of its list. */
const listFilters = ['limit', 'before', 'app', 'by', 'action', 'search', 'since', 'until'];

export const history = defineCommand({
  name: 'history',
  summary:
    'lists or searches the changes of an environment, newest first, and verifies the part of the audit log that it reads',
  examples: [
    'history --app mf-catalog --search sale --since 30d',
    'history --before 1200',
    'history --at 2026-11-27T14:05',
    'history --export audit-log.jsonl',
  ],
  declare: (parser) =>
    parser
      .addOption(valueOption('--limit <count>', 'number of changes', parseInteger(1, 100_000)).default(20))
      .addOption(valueOption('--before <change>', 'changes with a lower number', parseChangeNumber))
      .addOption(valueOption('--app <app>', 'changes of one app: its versions, canaries and locks', parseName))
      .addOption(valueOption('--by <person>', "a part of the person's name", parseName))
      .addOption(new Option('--action <action>', 'kind of the change').choices(auditActions))
      .addOption(valueOption('--search <text>', 'a part of the reason', parseName))
      .addOption(valueOption('--since <time>', 'changes since a UTC day, or in the last hours, such as 2h', parseTime))
      .addOption(valueOption('--until <time>', 'changes until the end of a UTC day', parseEndTime))
      .addOption(
        valueOption(
          '--at <time>',
          'the live versions and the canaries at a time, UTC or with an offset',
          parseMoment,
        ).conflicts([...listFilters, 'export']),
      )
      .addOption(
        valueOption(
          '--visitor <id>',
          'with --at: what the visitor with this cookie, or of an error report, had',
          parseVisitor,
        ),
      )
      .addOption(
        valueOption('--export <file>', 'write all changes with their signatures to a file', parsePath).conflicts(
          listFilters,
        ),
      ),
  load: async () => (await import('../commands/history')).history,
});

export const diff = defineCommand({
  name: 'diff',
  summary: 'shows what changed between two changes, or two versions of an app: commits, sizes, contract, screens',
  examples: ['diff 12 15', 'diff mf-catalog@1.0.0 mf-catalog@1.1.0 --json'],
  declare: (parser) =>
    parser
      .argument('<from>', 'number of a change, or app@version')
      .argument('<to>', 'number of another change, or another version of the app'),
  load: async () => (await import('../commands/diff')).diff,
});

export const usedBy = defineCommand({
  name: 'used-by',
  summary: 'lists the releases that use an export of a shared module: live, in a canary or in a preview',
  examples: ['used-by @shop/ui/core Button', 'used-by @shop/cart/use-cart'],
  declare: (parser) =>
    parser
      .argument('<module>', 'shared module, such as @shop/ui/core')
      .argument('[export]', 'name of an export (default: all)'),
  load: async () => (await import('../commands/inspection')).usedBy,
});

export const verify = defineCommand({
  name: 'verify',
  summary: 'verifies the hash of every live file and every signature of the audit log',
  examples: ['verify'],
  load: async () => (await import('../commands/inspection')).verify,
});

export const verifyLog: OfflineCommand = {
  name: 'verify-log',
  summary: 'verifies the signatures and the chain of a file that history --export wrote, without the release store',
  examples: ['verify-log audit-log.jsonl --keys release-keys'],
  declare: (parser) =>
    parser
      .argument('<file>', 'exported audit log', (text) => parsePath(text, 'The file'))
      .addOption(valueOption('--keys <folder>', 'folder with the keys to trust in trusted/', parsePath))
      .addOption(
        valueOption('--head <hash>', 'change that the log must have, as history --export prints it', parseHash),
      ),
  loadOffline: async () => (await import('../commands/history')).verifyLog,
};

export const watch = defineCommand({
  name: 'watch',
  summary:
    'halts each canary that is significantly worse, raises canaries to their stages, delivers webhooks; until Ctrl-C',
  examples: ['watch --env production'],
  access: 'sign',
  isContinuous: true,
  load: async () => (await import('../commands/inspection')).watch,
});
