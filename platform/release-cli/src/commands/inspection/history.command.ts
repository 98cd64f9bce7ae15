import { type AuditLogEntry, readAuditLog } from '@shop/releases/history/audit-log';
import { readComposition } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { defineCommand, UsageError } from '../../cli/command';
import { parseChangeNumber, parseInteger, valueOption } from '../../cli/parse-values';
import { formatChanges } from '../../format/format-state';
import { formatTable } from '../../format/format-table';
import { loadState } from './load-state';

/** The newest entries of the audit log, newest first. */
async function loadEntries(environment: Environment, limit: number): Promise<AuditLogEntry[]> {
  const { head } = await loadState(environment);
  const entries: AuditLogEntry[] = [];
  for await (const entry of readAuditLog(environment.store, head.log, environment.trusted)) {
    entries.push(entry);
    if (entries.length === limit) break;
  }
  return entries;
}

/** Formats the reason of a change, and the canaries of other apps that ended with it. */
const formatNote = ({ reason, halted }: AuditLogEntry): string => {
  const ended = halted.map(({ apps, owner }) => `ended the canary of ${apps.join(' and ')}${owner && ` (${owner})`}`);
  return [...(reason ? [reason] : []), ...ended].join('; ');
};

export const history = defineCommand<[], { limit: number }>({
  name: 'history',
  summary: 'lists the changes of an environment, newest first, and verifies the chain of the audit log',
  examples: ['history --limit 50'],
  declare: (parser) =>
    parser.addOption(valueOption('--limit <count>', 'number of changes', parseInteger(1, 100_000)).default(20)),
  run: async ({ environment, options: { limit } }) => {
    const entries = await loadEntries(environment, limit);
    const rows = entries.map((entry) => {
      const { seq, at, by, action, isForced } = entry;
      return [
        String(seq),
        at.slice(0, 16).replace('T', ' '),
        by,
        isForced ? `${action} (forced)` : action,
        formatNote(entry),
      ];
    });
    return { lines: formatTable(rows), data: entries };
  },
});

export const diff = defineCommand<[from: number, to: number], object>({
  name: 'diff',
  summary: 'compares the live compositions after two changes',
  examples: ['diff 12 15'],
  declare: (parser) =>
    parser
      .argument('<from>', 'number of a change', (text) => parseChangeNumber(text, 'The change'))
      .argument('<to>', 'number of another change', (text) => parseChangeNumber(text, 'The change')),
  run: async ({ environment, words }) => {
    const entries = await loadEntries(environment, Number.MAX_SAFE_INTEGER);
    const [before, after] = await Promise.all(
      words.map((seq) => {
        const entry = entries.find((known) => known.seq === seq);
        if (!entry) throw new UsageError(`There is no change ${seq} in the history of ${environment.name}.`);
        return readComposition(environment.store, entry.live, environment.trusted);
      }),
    );
    const changes = before && after ? formatChanges(before, after) : [];
    return { lines: changes.length > 0 ? changes.map((line) => `  ${line}`) : ['  no difference'], data: changes };
  },
});
