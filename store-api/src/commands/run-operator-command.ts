import { type OpenDatabase, openDatabase } from '../database/database';
import { findDatabaseOwner } from '../database/pglite/database-lock';
import { readOperatorCredentials } from '../operator/operator-credentials';
import type { OperatorResult } from '../operator/operator-result';
import type { StoreApiSettings } from '../settings';

/** How a command does its work: through the running server, or on the database itself. */
export interface OperatorCommand {
  path: string;
  contentType: string;
  body: string;
  directly: (database: OpenDatabase) => Promise<OperatorResult>;
}

/**
 * Does a command's work where the database can be reached. PostgreSQL lets many in; PGlite lets one, so while a server
 * has it open the work is handed to that server.
 */
export async function runOperatorCommand(settings: StoreApiSettings, ways: OperatorCommand): Promise<OperatorResult> {
  const owner = settings.databaseUrl ? undefined : await findDatabaseOwner(settings.dataDir);
  if (owner !== undefined) return throughServer(settings.dataDir, owner, ways);
  const database = await openDatabase(settings);
  try {
    return await ways.directly(database);
  } finally {
    await database.close();
  }
}

async function throughServer(dataDir: string, owner: number, ways: OperatorCommand): Promise<OperatorResult> {
  const note = await readOperatorCredentials(dataDir);
  const busy = `Process ${owner} has the database open and does not answer yet; please try again.`;
  if (!note) return { ok: false, message: busy };
  const response = await fetch(note.url + ways.path, {
    method: 'POST',
    headers: { 'content-type': ways.contentType, authorization: `Operator ${note.secret}` },
    body: ways.body,
  }).catch(() => undefined);
  if (!response) return { ok: false, message: busy };
  const reply: unknown = await response.json().catch(() => undefined);
  if (isReply(reply)) return reply;
  if (response.status === 413) return { ok: false, message: 'The file is too large: import it in parts.' };
  return { ok: false, message: `The server refused the command (status ${response.status}).` };
}

function isReply(value: unknown): value is OperatorResult {
  return typeof value === 'object' && value !== null && 'ok' in value && 'message' in value;
}
