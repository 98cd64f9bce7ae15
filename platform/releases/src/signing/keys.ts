import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getRestrictedKeyId, hashReferencedKinds, type SigningKey, type TrustedKeys } from './signed-document';

/*
 * A key folder. `signing-key.pem` is private, and only where releases are promoted. `trusted/*.pem` are public, and wherever
 * releases are promoted or served. To rotate the key, add the new public key to `trusted/` until no old signature is needed.
 * Keys in `trusted/preview/` are valid for previews only: their owners cannot make a composition live. Keys in `trusted/past/` are
 * valid for documents that HEAD refers to by hash, log entries and compositions from before a rotation.
 * `preview/` and `past/` may also be beside `trusted/`: on Kubernetes each is a ConfigMap, which has no folders and into
 * which nothing can be mounted.
 */
const privateFile = 'signing-key.pem';
const nextFile = 'next-signing-key.pem';
const trustedFolder = 'trusted';

/** Computes the id of a public key: the first 16 hex digits of its SHA-256. */
export function computeKeyId(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** Reads the signing key of a key folder. @throws When it is missing or invalid. The message says what to do. */
export async function readSigningKey(folder: string): Promise<SigningKey> {
  const file = path.join(folder, privateFile);
  const pem = await readFile(file).catch(() => null);
  if (pem === null) {
    throw new Error(
      `There is no ${privateFile} in ${folder} that can be read: promote on the machine that has it, or name its folder with RELEASE_KEYS.`,
    );
  }
  const privateKey = parsePem(file, () => createPrivateKey(pem));
  return { id: computeKeyId(createPublicKey(privateKey)), privateKey };
}

/** Parses a PEM file. The error of OpenSSL names neither the file nor a remedy, so this function throws another one. */
function parsePem(file: string, parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch {
    throw new Error(`${file} contains no valid key: copy it again, as PEM, from the machine that has the keys.`);
  }
}

async function readPublicKeys(folder: string): Promise<KeyObject[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.pem')).map((name) => path.join(folder, name));
  return Promise.all(
    files.map(async (file) => {
      const pem = await readFile(file);
      return parsePem(file, () => createPublicKey(pem));
    }),
  );
}

/** Reads the public keys of limited rights: in `trusted/` and next to it. */
async function readRestrictedKeys(folder: string, name: 'preview' | 'past'): Promise<KeyObject[]> {
  const places = [path.join(folder, trustedFolder, name), path.join(folder, name)];
  return (await Promise.all(places.map(readPublicKeys))).flat();
}

/** Reads the public keys of a key folder. @throws When it has none, or one is invalid. */
export async function readTrustedKeys(folder: string): Promise<TrustedKeys> {
  const trusted = path.join(folder, trustedFolder);
  const [keys, previewKeys, pastKeys] = await Promise.all([
    readPublicKeys(trusted),
    readRestrictedKeys(folder, 'preview'),
    readRestrictedKeys(folder, 'past'),
  ]);
  if (keys.length === 0) {
    throw new Error(`There is no public key in ${trusted}: copy it from where releases are promoted.`);
  }
  return new Map([
    ...previewKeys.map((key) => [getRestrictedKeyId('preview', computeKeyId(key)), key] as const),
    ...pastKeys.flatMap((key) =>
      hashReferencedKinds.map((kind) => [getRestrictedKeyId(kind, computeKeyId(key)), key] as const),
    ),
    ...keys.map((key) => [computeKeyId(key), key] as const),
  ]);
}

export const hasTrustedKeys = async (folder: string): Promise<boolean> =>
  (await readdir(path.join(folder, trustedFolder)).catch(() => [])).some((name) => name.endsWith('.pem'));

/**
 * Creates a key pair in a folder that has none, or completes one. Existing files stay. A folder with public keys only is for
 * reading and gets no signing key, because no gateway would trust it. Concurrent calls create one pair.
 *
 * @throws When the folder cannot be written. The message says what to do.
 */
export async function ensureKeys(folder: string): Promise<void> {
  try {
    await createMissingKeys(folder);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The release keys cannot be created in ${folder}: name another folder with RELEASE_KEYS (${cause}).`,
    );
  }
}

async function createMissingKeys(folder: string): Promise<void> {
  // A complete pair has both: the public key is written last.
  if ((await hasTrustedKeys(folder)) && !existsSync(path.join(folder, privateFile))) return;
  await mkdir(path.join(folder, trustedFolder), { recursive: true });
  await ensureKeyPair(folder, privateFile);
}

/**
 * Creates a private key in a file that does not exist yet, and trusts its public key. When the public key cannot be written, the
 * new private key is removed again.
 *
 * @returns Its id.
 */
async function ensureKeyPair(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  const isNew = !existsSync(file);
  try {
    return await writeKeyPair(folder, file);
  } catch (error) {
    if (isNew) await rm(file, { force: true });
    throw error;
  }
}

async function writeKeyPair(folder: string, file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFileIfAbsent(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  const publicKey = createPublicKey(createPrivateKey(await readFile(file)));
  const id = computeKeyId(publicKey);
  const trusted = path.join(folder, trustedFolder, `${id}.pem`);
  await writeFileIfAbsent(trusted, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return id;
}

/**
 * Creates the next signing key of a key folder next to the current one, and trusts it too. A second call returns the same key.
 *
 * @returns Id of the next key. Its public key is `trusted/<id>.pem`.
 */
export async function prepareNextKey(folder: string): Promise<string> {
  await readSigningKey(folder);
  return ensureKeyPair(folder, nextFile);
}

/** Reads the public keys that are valid for every document, as pairs of file and id. */
async function listTrustedFiles(folder: string): Promise<{ file: string; id: string }[]> {
  const trusted = path.join(folder, trustedFolder);
  const names = (await readdir(trusted).catch(() => [])).filter((name) => name.endsWith('.pem'));
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(trusted, name);
      const pem = await readFile(file);
      return { file, id: computeKeyId(parsePem(file, () => createPublicKey(pem))) };
    }),
  );
}

/**
 * Makes the next signing key the current one, which it replaces. Without a next key, nothing changes.
 *
 * @returns Id of the current key, and whether it was the next one.
 * @throws When the public key of the next one is not in `trusted/`. Nothing changes then.
 */
export async function activateNextKey(folder: string): Promise<{ id: string; isActivated: boolean }> {
  const next = path.join(folder, nextFile);
  const pem = await readFile(next).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem === null) return { id: (await readSigningKey(folder)).id, isActivated: false };
  const id = computeKeyId(createPublicKey(parsePem(next, () => createPrivateKey(pem))));
  if (!(await listTrustedFiles(folder)).some((trusted) => trusted.id === id)) {
    throw new Error(
      `The next key ${id} is not in ${path.join(folder, trustedFolder)}: run "rotate-key prepare" again, and copy its public key to every reader.`,
    );
  }
  await rename(next, path.join(folder, privateFile));
  return { id, isActivated: true };
}

/**
 * Moves the public keys that make something live, except the current one, to `trusted/past/`.
 *
 * @returns Their ids.
 * @throws While a next key waits for its activation, or when the current key is not in `trusted/`. Nothing changes then.
 */
export async function retireOldKeys(folder: string): Promise<string[]> {
  const { id: current } = await readSigningKey(folder);
  const trusted = path.join(folder, trustedFolder);
  if (existsSync(path.join(folder, nextFile))) {
    throw new Error(`${path.join(folder, nextFile)} waits for its activation: run "rotate-key activate" first.`);
  }
  const keys = await listTrustedFiles(folder);
  if (!keys.some(({ id }) => id === current)) {
    throw new Error(
      `The signing key ${current} is not in ${trusted}: copy its public key there from a reader or a backup.`,
    );
  }
  const old = keys.filter(({ id }) => id !== current);
  await mkdir(path.join(trusted, 'past'), { recursive: true });
  for (const { file, id } of old) await rename(file, path.join(trusted, 'past', `${id}.pem`));
  return old.map(({ id }) => id);
}

/** Writes a file atomically. An existing file stays as it is, because another process may be reading it. */
async function writeFileIfAbsent(file: string, content: string | Buffer, mode: number): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  await writeFile(draft, content, { mode });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
