import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How commands reach the server that has the database open. */
export interface OperatorCredentials {
  /** `http://127.0.0.1:8044`. */
  url: string;
  /** Only the owner of the data folder can read it. */
  secret: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'operator.json');

export function createOperatorSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Leaves the note in the data folder, readable by the owner alone. */
export async function writeOperatorCredentials(dataDir: string, note: OperatorCredentials): Promise<void> {
  const draft = `${fileIn(dataDir)}.draft`;
  // A draft of an earlier server may have other rights, and `mode` only counts for new files.
  await rm(draft, { force: true });
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
  await rename(draft, fileIn(dataDir));
}

/** The note of the running server, or undefined. */
export async function readOperatorCredentials(dataDir: string): Promise<OperatorCredentials | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

export async function removeOperatorCredentials(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

function isNote(value: unknown): value is OperatorCredentials {
  return typeof value === 'object' && value !== null && 'url' in value && 'secret' in value;
}
