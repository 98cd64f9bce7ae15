import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { hasErrorCode } from '@shop/file-lock/errno';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';

const manifestFile = 'backup.json';

/** `backup.json`: describes the dump next to it. It is written last, so a folder without it is not a backup. */
const Manifest = v.object({
  schema: v.literal(1),
  /** ISO date and time. */
  at: v.string(),
  /** The dump of one kind cannot be restored to the other. */
  kind: v.picklist(['pglite', 'postgres']),
  /** SHA-256 of the dump in hex. */
  sha256: v.string(),
});
type BackupManifest = v.InferOutput<typeof Manifest>;

type DatabaseKind = BackupManifest['kind'];

/** Name of the dump of a kind of database. */
export const getDumpFile = (kind: DatabaseKind) => (kind === 'pglite' ? 'database.tar.gz' : 'database.dump');

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Creates the folder of a backup, which only its owner can read. @throws {DatabaseUnavailableError} When it is not empty. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new DatabaseUnavailableError(`${folder} is not empty: name a new folder for the backup.`);
  }
  // The folder may be an earlier one with another mode. The mode of a volume can belong to another user.
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

/** Describes a complete dump with its checksum. */
export async function writeManifest(folder: string, kind: DatabaseKind): Promise<void> {
  const sha256 = await hashFile(join(folder, getDumpFile(kind)));
  const manifest: BackupManifest = { schema: 1, at: new Date().toISOString(), kind, sha256 };
  await writeFileAtomic(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Reads and checks a backup. @throws {DatabaseUnavailableError} When it is incomplete or damaged, or of another database. */
export async function readManifest(folder: string, kind: DatabaseKind): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) {
    throw new DatabaseUnavailableError(`${folder} has no ${manifestFile}: it is not a backup, or it was interrupted.`);
  }
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
  if (!result.success)
    throw new DatabaseUnavailableError(`${manifestFile} in ${folder} is not a description of a backup.`);
  const manifest = result.output;
  if (manifest.kind !== kind) {
    throw new DatabaseUnavailableError(
      `The backup is of ${manifest.kind} and the database is ${kind}: set or remove DATABASE_URL.`,
    );
  }
  const file = getDumpFile(kind);
  if ((await hashFile(join(folder, file))) !== manifest.sha256) {
    throw new DatabaseUnavailableError(`${file} in ${folder} is damaged: restore another backup.`);
  }
  return manifest;
}
