import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { assertHeadNotLost, getHeadKey, listEnvironments, nameRecovery } from '../state/head';
import { sha256 } from '../store/document-ref';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

const manifestFile = 'backup.json';
const objectsFolder = 'objects';
const parallel = 16;

/** Folders of the release store: everything that a restored shop needs, its metrics and its screenshots. */
const folders = [
  ...['r', 'v', 'private', 'env', 'preview', 'staff'],
  ...['metrics', 'daily-metrics', 'error-reports', 'webhooks', 'screenshots'],
];

/** `backup.json`: the objects of a backup. It is written last, so a folder without it is not a backup. */
const Manifest = v.object({
  schema: v.literal(1),
  /** ISO date and time of the start. */
  at: v.string(),
  /** Number of the live change by environment. */
  heads: v.record(v.string(), v.number()),
  /** SHA-256 in hex by key. */
  objects: v.record(v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});
type BackupManifest = v.InferOutput<typeof Manifest>;

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  // All runs take items from one iterator.
  const queue = items.values();
  const run = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, run));
}

async function assertEmptyFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length > 0) throw new Error(`${folder} is not empty: name a new folder for the backup.`);
}

/** Reads the number of the live change. The signature of HEAD is verified after a restore. */
function readChange(bytes: Uint8Array, key: string): number {
  return nameRecovery(() => {
    const { document } = parseJson(v.object({ document: v.string() }), bytes, key);
    return parseJson(v.object({ seq: v.number() }), Buffer.from(document), key).seq;
  });
}

/**
 * Copies a release store to a folder while the shop runs. It reads each HEAD first: what HEAD names was written before and never
 * changes, so the copy is consistent whatever is promoted in the meantime. Only the owner of the folder can read it.
 *
 * @throws When the folder is not empty, the store has no environment, HEAD of one is lost or malformed, or `gc` removes an object during the copy.
 */
export async function backupReleaseStore(store: ReleaseStore, folder: string): Promise<BackupManifest> {
  await assertEmptyFolder(folder);
  const at = new Date().toISOString();
  const heads = new Map<string, Uint8Array>();
  const changes: Record<string, number> = {};
  const environments = await listEnvironments(store);
  if (environments.length === 0) {
    throw new Error('The release store has no environment: name the store of the shop with RELEASE_STORE.');
  }
  for (const env of environments) {
    const stored = await store.get(getHeadKey(env));
    if (!stored) {
      await assertHeadNotLost(store, env);
      continue;
    }
    heads.set(getHeadKey(env), stored.bytes);
    changes[env] = readChange(stored.bytes, getHeadKey(env));
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder may be an earlier one with another mode. The mode of a volume can belong to another user.
  await chmod(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
  const keys = (await Promise.all(folders.map((name) => store.list(`${name}/`)))).flat();
  const objects: Record<string, string> = {};
  await forEach([...new Set([...keys, ...heads.keys()])], async (key) => {
    // HEAD is the one that was read first.
    const bytes = heads.get(key) ?? (await store.get(key))?.bytes;
    if (!bytes) {
      // Metrics and links may expire during the copy. A file of a release may not.
      if (/^(r|v|env)\//.test(key))
        throw new Error(`${key} was removed during the backup: wait for gc, and try again.`);
      return;
    }
    const target = path.join(folder, objectsFolder, key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await writeFile(target, bytes, { mode: 0o600 });
    objects[key] = sha256(bytes);
  });
  const manifest: BackupManifest = { schema: 1, at, heads: changes, objects };
  const draft = path.join(folder, `${manifestFile}.draft`);
  await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(draft, path.join(folder, manifestFile));
  return manifest;
}

/** Reads an object of a backup. @throws When it is missing or was changed. */
async function readObject(folder: string, key: string, hash: string | undefined): Promise<Uint8Array> {
  const bytes = await readFile(path.join(folder, objectsFolder, key)).catch(() => null);
  if (bytes && sha256(bytes) === hash) return bytes;
  throw new Error(`${key} of the backup is ${bytes ? 'damaged' : 'missing'}: restore another backup.`);
}

/**
 * Restores a release store from a backup. It checks every hash before it writes anything, and writes each HEAD after what
 * it names. It removes at the end what the environments have and the backup does not: a HEAD that is recovered later must not be one
 * of a change after the backup. A restore that is interrupted leaves complete environments, and can be repeated. The caller verifies
 * the signatures of the environments afterwards.
 *
 * @throws When the folder is not a backup, an object is damaged, or the store has environments and may not be overwritten.
 */
export async function restoreReleaseStore(
  store: ReleaseStore,
  folder: string,
  { isOverwriting }: { isOverwriting: boolean },
): Promise<BackupManifest> {
  const bytes = await readFile(path.join(folder, manifestFile)).catch(() => null);
  if (!bytes) throw new Error(`${folder} has no ${manifestFile}: it is not a backup, or the backup was interrupted.`);
  const manifest = parseJson(Manifest, bytes, path.join(folder, manifestFile));
  const existing = await listEnvironments(store);
  if (existing.length > 0 && !isOverwriting) {
    throw new Error(
      `The release store has the environments ${existing.join(', ')}: restore to an empty store, or replace them with --overwrite.`,
    );
  }
  const keys = Object.keys(manifest.objects);
  const read = (key: string) => readObject(folder, key, manifest.objects[key]);
  await forEach(keys, async (key) => void (await read(key)));
  const write = async (key: string) => {
    const content = await read(key);
    if (await store.putIfAbsent(key, content)) return;
    const stored = await store.get(key);
    if (stored && sha256(stored.bytes) === manifest.objects[key]) return;
    if (!(await store.compareAndSwap(key, content, stored?.tag ?? null))) {
      throw new Error(`${key} was changed during the restore: stop what writes to the release store, and try again.`);
    }
  };
  const headKeys = new Set([...Object.keys(manifest.heads), ...existing].map(getHeadKey));
  const isHead = (key: string) => headKeys.has(key);
  const isOther = (key: string) => !isHead(key);
  await forEach(keys.filter(isOther), write);
  await forEach(keys.filter(isHead), write);
  const later = (await store.list('env/')).filter((key) => !Object.hasOwn(manifest.objects, key));
  await forEach(later.filter(isHead), store.remove);
  await forEach(later.filter(isOther), store.remove);
  return manifest;
}
