import { type OpenDatabase, openDatabase } from '../database/database';
import { findDatabaseOwner } from '../database/pglite/database-lock';
import type { OperatorResult } from '../operator/operator-commands';
import { readOperatorCredentials } from '../operator/operator-credentials';
import type { StoreApiSettings } from '../settings';

/** A command that runs in the server process through a request, or directly on the database. */
export interface OperatorCommand {
  /** Path, content type and body of the request to the running server. */
  path: string;
  contentType: string;
  body: string;
  /** Runs the command on the database. */
  runDirectly: (database: OpenDatabase) => Promise<OperatorResult>;
}

/**
 * Runs a command of the operator. PGlite allows one process, so while a server has the database open, that server runs the
 * command. With PostgreSQL, the command always opens the database itself.
 */
export async function runOperatorCommand(
  settings: StoreApiSettings,
  command: OperatorCommand,
): Promise<OperatorResult> {
  const owner = settings.databaseUrl ? undefined : await findDatabaseOwner(settings.dataDir);
  if (owner !== undefined) return requestServer(settings.dataDir, owner, command);
  const database = await openDatabase(settings);
  try {
    return await command.runDirectly(database);
  } finally {
    await database.close();
  }
}

async function requestServer(dataDir: string, owner: number, command: OperatorCommand): Promise<OperatorResult> {
  const credentials = await readOperatorCredentials(dataDir);
  const busy = `Process ${owner} has the database open but does not respond yet. Try again.`;
  if (!credentials) return { ok: false, message: busy };
  const response = await fetch(credentials.url + command.path, {
    method: 'POST',
    headers: { 'content-type': command.contentType, authorization: `Operator ${credentials.secret}` },
    body: command.body,
  }).catch(() => undefined);
  if (!response) return { ok: false, message: busy };
  const result: unknown = await response.json().catch(() => undefined);
  if (isResult(result)) return result;
  if (response.status === 413) return { ok: false, message: 'The file is too large: split it and import the parts.' };
  return { ok: false, message: `The server rejected the command (status ${response.status}).` };
}

function isResult(value: unknown): value is OperatorResult {
  return typeof value === 'object' && value !== null && 'ok' in value && 'message' in value;
}
