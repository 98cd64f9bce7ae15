import { open, rename, rm } from 'node:fs/promises';
import { exportAuditLog, verifyExportedLog } from '@shop/releases/history/exported-audit-log';
import { formatRecord, type HistoryFilter, readHistory } from '@shop/releases/history/read-history';
import { readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import type { CommandResult, RunCommand, RunOffline } from '../cli/command';
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

/** Changes that a search without a time reads at most: some three seconds. */
const maxSearched = 5000;

interface HistoryCommandOptions extends HistoryFilter {
  limit: number;
  before?: number;
  /** File for the signed log. */
  export?: string;
}

export const history: RunCommand<[], HistoryCommandOptions> = async ({
  environment,
  options: { limit, before, export: file, ...filter },
}) => {
  const { head } = await loadState(environment);
  if (file !== undefined) return writeAuditLog(environment, head.log.sha256, file);
  const bound = filter.since === undefined ? { maxSearched } : {};
  const { records, before: rest } = await readHistory(environment, { filter, before, limit, ...bound });
  const isCut = rest !== null && records.length < limit;
  const notes = isCut ? [`The search ended before change ${rest}: continue with --before ${rest}.`] : [];
  const rows = records.map((record) => {
    const { seq, at, by, isForced } = record.entry;
    const text = `${formatRecord(record)}${isForced ? ' (forced)' : ''}`;
    return [String(seq), formatTime(at), by, text, formatNote(record.entry)];
  });
  return {
    lines: [...(rows.length > 0 ? formatTable(rows) : ['No change matches.']), ...notes],
    data: records.map(({ entry }) => entry),
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
