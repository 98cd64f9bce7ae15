import { assertAllowed } from '@shop/releases/policy/policy';
import { defineCommand } from '../../cli/command';
import { parseInteger, valueOption } from '../../cli/parse-values';
import { collectGarbage } from './collect-garbage';

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
    if (host.policy) assertAllowed(host.policy, author.by, 'promote', '*', '*');
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
      ],
      data: { removed: removed.map(({ prefix }) => prefix), expired, unreadable, kept, isDryRun },
    };
  },
});
