import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { hasErrorCode } from '@shop/file-lock/errno';
import writeFileAtomic from 'write-file-atomic';

/** Credentials with which a command calls the server that has the database open. */
export interface OperatorCredentials {
  /** For example `http://127.0.0.1:40017`. */
  url: string;
  /** Only the owner of the data folder can read it. */
  secret: string;
}

const getFile = (dataDir: string) => join(dataDir, 'operator.json');

export function createOperatorSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Writes the credentials to the data folder. Only the owner can read the file. */
export async function writeOperatorCredentials(dataDir: string, credentials: OperatorCredentials): Promise<void> {
  await writeFileAtomic(getFile(dataDir), JSON.stringify(credentials), { mode: 0o600 });
}

/**
 * Reads the credentials of the running server. They are undefined when the file is absent or invalid.
 *
 * @throws {DatabaseUnavailableError} When this user may not read the file.
 */
export async function readOperatorCredentials(dataDir: string): Promise<OperatorCredentials | undefined> {
  const file = getFile(dataDir);
  try {
    const credentials: unknown = JSON.parse(await readFile(file, 'utf8'));
    return areCredentials(credentials) ? credentials : undefined;
  } catch (error) {
    if (!hasErrorCode(error, 'EACCES')) return undefined;
    throw new DatabaseUnavailableError(`${file} cannot be read: run the command as the user of the server.`);
  }
}

export async function removeOperatorCredentials(dataDir: string): Promise<void> {
  await rm(getFile(dataDir), { force: true });
}

function areCredentials(value: unknown): value is OperatorCredentials {
  return typeof value === 'object' && value !== null && 'url' in value && 'secret' in value;
}
