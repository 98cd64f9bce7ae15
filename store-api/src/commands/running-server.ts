import { type OpenDatabase, openDatabase } from '../database/database';
import { databaseOwner } from '../database/pglite-lock';
import { readOperatorNote } from '../operator/operator-note';
import type { OperatorReply } from '../operator/operator-reply';
import type { StoreApiSettings } from '../settings';

/** How a command does its work: through the running server, or on the database itself. */
export interface CommandWays {
  path: string;
  contentType: string;
  body: string;
  directly: (database: OpenDatabase) => Promise<OperatorReply>;
}

/**
 * Does a command's work where the database can be reached. PostgreSQL lets many in; PGlite lets one, so while a server
 * has it open the work is handed to that server.
 */
export async function runCommand(settings: StoreApiSettings, ways: CommandWays): Promise<OperatorReply> {
  const owner = settings.databaseUrl ? undefined : await databaseOwner(settings.dataDir);
  if (owner !== undefined) return throughServer(settings.dataDir, owner, ways);
  const database = await openDatabase(settings);
  try {
    return await ways.directly(database);
  } finally {
    await database.close();
  }
}

async function throughServer(dataDir: string, owner: number, ways: CommandWays): Promise<OperatorReply> {
  const note = await readOperatorNote(dataDir);
  const busy = `Process ${owner} has the database open and does not answer yet; please try again.`;
  if (!note) return { ok: false, sentence: busy };
  const response = await fetch(note.url + ways.path, {
    method: 'POST',
    headers: { 'content-type': ways.contentType, authorization: `Operator ${note.secret}` },
    body: ways.body,
  }).catch(() => undefined);
  if (!response) return { ok: false, sentence: busy };
  const reply: unknown = await response.json().catch(() => undefined);
  if (isReply(reply)) return reply;
  if (response.status === 413) return { ok: false, sentence: 'The file is too large: import it in parts.' };
  return { ok: false, sentence: `The server refused the command (status ${response.status}).` };
}

function isReply(value: unknown): value is OperatorReply {
  return typeof value === 'object' && value !== null && 'ok' in value && 'sentence' in value;
}
