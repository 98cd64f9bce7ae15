import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { findDatabaseOwner } from '@shop/database/pglite/database-lock';
import { hasErrorCode } from '@shop/file-lock/errno';
import { assertHasOrders } from '../backup/postgres-programs';
import { type OpenStoreDatabase, openStoreDatabase } from '../database/database';
import { describeCorrectableError } from '../errors/correctable-error';
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
    console.error(describeCorrectableError(error) ?? error);
    process.exitCode = 1;
  }
}

/**
 * Checks that the database of the settings exists and is that of the store API: the first start of a server creates it.
 *
 * @throws {DatabaseUnavailableError} When it is absent or another one, or cannot be read.
 */
export async function assertHasDatabase({ databaseUrl, dataDir }: StoreApiSettings): Promise<void> {
  if (databaseUrl) return assertHasOrders(databaseUrl);
  try {
    await stat(join(dataDir, 'database'));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    throw new DatabaseUnavailableError(
      `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR as the store API has it.`,
    );
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
 *
 * @throws {DatabaseUnavailableError} When there is no database of the store API.
 */
export async function runOnDatabase<Result>(
  settings: StoreApiSettings,
  { request, readResponse, runDirectly }: OperatorCommand<Result>,
): Promise<Result> {
  const owner = settings.databaseUrl ? undefined : await findDatabaseOwner(settings.dataDir);
  if (owner === undefined) {
    await assertHasDatabase(settings);
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
  const reason = findReason(result);
  return { ok: false, message: `The server rejected the command (status ${response.status})${reason ?? '.'}` };
}

/** Finds the reason in the body of a response of 400 and above, `{ "error": "message" }`. */
function findReason(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? `: ${body.error}` : undefined;
}

function isResult(value: unknown): value is OperatorResult {
  return typeof value === 'object' && value !== null && 'ok' in value && 'message' in value;
}
