import { open, rename, rm } from 'node:fs/promises';
import { formatAudience } from '@shop/releases/change-model/words';
import { exportAuditLog, verifyExportedLog } from '@shop/releases/history/exported-audit-log';
import { formatRecord, type HistoryFilter, readHistory } from '@shop/releases/history/read-history';
import { findChangeAt, formatVisitor, readStateAt } from '@shop/releases/history/state-at';
import { readTrustedKeys } from '@shop/releases/signing/keys';
import { getReleases } from '@shop/releases/state/composition';
import { formatAppChange } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { type CommandResult, type RunCommand, type RunOffline, UsageError } from '../cli/command';
import { formatNote, formatTable, formatTime } from '../cli/format';
import { loadState } from './inspection';

/**
 * Writes the signed audit log to a file. A file is complete or does not exist.
 *
 * @param head  Hash of the newest change.
 */
async function writeAuditLog(environment: Environment, head: string, file: string): Promise<CommandResult> {
  const draft = `${file}.draft`;
  const output = await open(draft, 'w');
  let lines = 0;
  try {
    for await (const line of exportAuditLog(environment)) {
      await output.write(line);
      lines += 1;
    }
    await output.close();
    await rename(draft, file);
  } catch (error) {
    await output.close();
    await rm(draft, { force: true });
    throw error;
  }
  const changes = lines - 1;
  return {
    lines: [
      `${file} has the ${changes} signed changes of ${environment.name}. Check it with:`,
      `verify-log ${file} --head ${head}`,
    ],
    data: { file, changes, head },
  };
}

/** Changes that a search without a beginning reads at most: some three seconds. */
const maxSearched = 5000;

interface HistoryCommandOptions extends HistoryFilter {
  limit: number;
  before?: number;
  /** File for the signed log. */
  export?: string;
  /** Unix milliseconds: what visitors had then. */
  at?: number;
  /** What this visitor had. */
  visitor?: string;
}

const formatMinute = (at: string) => at.slice(0, 16).replace('T', ' ');

/** Shows what visitors had at a time. */
async function showStateAt(environment: Environment, at: number, visitor?: string): Promise<CommandResult> {
  const time = formatMinute(new Date(at).toISOString());
  const ref = await findChangeAt(environment, at);
  if (!ref) throw new Error(`${environment.name} has no change before ${time} UTC: give a later time.`);
  const state = await readStateAt(environment, ref, visitor);
  const { change, composition, canaries } = state;
  return {
    lines: [
      `${environment.name} at ${time} UTC, after change ${change.seq} of ${formatMinute(change.at)}: ${change.by} ${change.text}`,
      ...formatTable(getReleases(composition).map(({ app, version, digest }) => [app, version, digest])),
      ...canaries.map(
        (canary) =>
          `  canary: ${formatAudience(canary)} get ${canary.changes.map(formatAppChange).join(', ')}, by ${canary.owner}`,
      ),
      ...(canaries.length === 0 ? ['  no canary'] : []),
      ...(visitor === undefined ? [] : [formatVisitor(state)]),
    ],
    data: state,
  };
}

export const history: RunCommand<[], HistoryCommandOptions> = async ({
  environment,
  options: { limit, before, export: file, at, visitor, ...filter },
}) => {
  if (at !== undefined) return showStateAt(environment, at, visitor);
  if (visitor !== undefined) throw new UsageError('--visitor needs a time: add --at, such as --at 2026-11-27T14:05.');
  const { head } = await loadState(environment);
  if (file !== undefined) return writeAuditLog(environment, head.log.sha256, file);
  const isBounded = Object.keys(filter).length > 0 && filter.since === undefined;
  const bound = isBounded ? { maxSearched } : {};
  const { records, before: rest } = await readHistory(environment, { filter, before, limit, ...bound });
  const isCut = rest !== null && records.length < limit;
  const notes = isCut ? [`The search ended before change ${rest}: continue with --before ${rest}.`] : [];
  const rows = records.map((record) => {
    const { seq, at, by, isForced } = record.entry;
    const text = `${formatRecord(record)}${isForced ? ' (forced)' : ''}`;
    return [String(seq), formatTime(at), by, text, formatNote(record.entry)];
  });
  return {
    lines: rows.length > 0 ? formatTable(rows) : ['No change matches.'],
    data: records.map(({ entry }) => entry),
    notes,
    isOk: !isCut,
  };
};

export const verifyLog: RunOffline = async (parsed) => {
  const [file] = parsed.processedArgs as [string];
  const { keys: folder, head } = parsed.opts<{ keys?: string; head?: string }>();
  const trusted = folder === undefined ? undefined : await readTrustedKeys(folder);
  const input = await open(file).catch(() => {
    throw new Error(`${file} cannot be read: name a file that history --export wrote.`);
  });
  const verified = verifyExportedLog(input.readLines(), { trusted, head }).finally(() => input.close());
  const { env, changes, newest, keys } = await verified;
  const last = newest && `, the newest is change ${newest.seq} of ${newest.at}`;
  return {
    lines: [
      `${changes} changes of ${env}: chain and signatures are valid${last ?? ''}.`,
      ...(trusted
        ? []
        : [`Signed with the keys ${keys.join(', ')} of the file: compare them, or name yours with --keys.`]),
      ...(head === undefined && newest
        ? [
            `Later changes may be cut off: compare ${newest.sha256} with what the export printed, or give it with --head.`,
          ]
        : []),
    ],
    data: { env, changes, newest, keys, isTrusted: trusted !== undefined },
  };
};
