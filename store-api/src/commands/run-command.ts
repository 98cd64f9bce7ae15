import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { findDatabaseOwner } from '@shop/database/pglite/database-lock';
import { SettingsError } from '@shop/server-settings/read-settings';
import { type OpenStoreDatabase, openStoreDatabase } from '../database/database';
import type { OperatorResult } from '../operator/operator-commands';
import { readOperatorCredentials } from '../operator/operator-credentials';
import { readStoreApiSettings, type StoreApiSettings } from '../settings';

/**
 * Runs a command of the operator. It prints the result's message and exits with 0, or with 1 when the command failed. An
 * error that the operator can correct is printed without its stack.
 */
export async function runCommandLine(command: (settings: StoreApiSettings) => Promise<OperatorResult>): Promise<void> {
  try {
    const { ok, message } = await command(readStoreApiSettings(process.env));
    // Names in a file of products, for example, must not steer the terminal.
    (ok ? console.log : console.error)(message.replace(/[^\P{Cc}\n]/gu, ' '));
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof SettingsError || error instanceof DatabaseUnavailableError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

/** Work on the database that runs in the process that has it open. */
export interface OperatorCommand<Result> {
  /** Path, content type and body of the request to a running server. */
  request: { path: string; contentType?: string; body?: string | ReadableStream };
  /** Reads the response of the server. It is undefined when the server does not respond. @param owner Pid of the server. */
  readResponse: (response: Response | undefined, owner: number) => Promise<Result>;
  /** Does the work in this process. */
  runDirectly: (database: OpenStoreDatabase) => Promise<Result>;
}

/**
 * Does work on the database. PGlite allows one process, so while a server has the database open, that server does it. With
 * PostgreSQL, the command always opens the database itself.
 */
export async function runOnDatabase<Result>(
  settings: StoreApiSettings,
  { request, readResponse, runDirectly }: OperatorCommand<Result>,
): Promise<Result> {
  const owner = settings.databaseUrl ? undefined : await findDatabaseOwner(settings.dataDir);
  if (owner === undefined) {
    const database = await openStoreDatabase(settings);
    try {
      return await runDirectly(database);
    } finally {
      await database.close();
    }
  }
  const { path, contentType, body } = request;
  const credentials = await readOperatorCredentials(settings.dataDir);
  const response =
    credentials &&
    (await fetch(credentials.url + path, {
      method: 'POST',
      headers: {
        authorization: `Operator ${credentials.secret}`,
        ...(contentType && { 'content-type': contentType }),
      },
      ...(body && { body }),
      ...(typeof body === 'object' && { duplex: 'half' }),
    }).catch(() => undefined));
  return readResponse(response, owner);
}

/** Reads the result of a command from the response of the server. */
export async function readResult(response: Response | undefined, owner: number): Promise<OperatorResult> {
  if (!response) {
    return { ok: false, message: `Process ${owner} has the database open but does not respond yet. Try again.` };
  }
  const result: unknown = await response.json().catch(() => undefined);
  if (isResult(result)) return result;
  return { ok: false, message: `The server rejected the command (status ${response.status}).` };
}

function isResult(value: unknown): value is OperatorResult {
  return typeof value === 'object' && value !== null && 'ok' in value && 'message' in value;
}
