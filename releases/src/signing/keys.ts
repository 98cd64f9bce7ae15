import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getRestrictedKeyId, hashReferencedKinds, type SigningKey, type TrustedKeys } from './signed-document';

/*
 * A folder of keys: `signing-key.pem` is private and only where releases are promoted; `trusted/*.pem` are public and
 * wherever they are served. Rotation is a second file in `trusted/` for as long as old signatures must count. Keys in
 * `trusted/preview/` count for previews only: who holds one can show a composition, and make nothing live. Keys in
 * `trusted/past/` count for what HEAD names by its hash, log entries and compositions: they were signed before a rotation.
 */
const privateFile = 'signing-key.pem';
const trustedFolder = 'trusted';

/** First 16 hex digits of the SHA-256 of the public key. */
export function computeKeyId(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** @throws A sentence when the folder has no signing key that can be read. */
export async function readSigningKey(folder: string): Promise<SigningKey> {
  const file = path.join(folder, privateFile);
  const pem = await readFile(file).catch(() => null);
  if (pem === null) {
    throw new Error(
      `There is no ${privateFile} in ${folder} that can be read: promote from where it is kept, or name its folder with RELEASE_KEYS.`,
    );
  }
  const privateKey = parsePem(file, () => createPrivateKey(pem));
  return { id: computeKeyId(createPublicKey(privateKey)), privateKey };
}

/** What OpenSSL says of a broken file names neither the file nor what to do. */
function parsePem(file: string, parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch {
    throw new Error(`${file} holds no key that can be read: copy it anew, as PEM, from where the keys are kept.`);
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

/** @throws A sentence when the folder names no key to trust. */
export async function readTrustedKeys(folder: string): Promise<TrustedKeys> {
  const trusted = path.join(folder, trustedFolder);
  const [keys, previewKeys, pastKeys] = await Promise.all([
    readPublicKeys(trusted),
    readPublicKeys(path.join(trusted, 'preview')),
    readPublicKeys(path.join(trusted, 'past')),
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

/** Whether a folder names keys to trust. */
export const hasTrustedKeys = async (folder: string): Promise<boolean> =>
  (await readdir(path.join(folder, trustedFolder)).catch(() => [])).some((name) => name.endsWith('.pem'));

/**
 * Makes a pair of keys in a folder that has none, or the rest of a pair; keeps what is there. One with public keys alone is
 * where somebody only looks, and stays so: no gateway would trust a key that was made there. Two processes may ask at once.
 */
export async function ensureKeys(folder: string): Promise<void> {
  const file = path.join(folder, privateFile);
  // In this order: the public key of a pair is written last.
  if ((await hasTrustedKeys(folder)) && !existsSync(file)) return;
  await mkdir(path.join(folder, trustedFolder), { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFileIfAbsent(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  const publicKey = createPublicKey(createPrivateKey(await readFile(file)));
  const trusted = path.join(folder, trustedFolder, `${computeKeyId(publicKey)}.pem`);
  await writeFileIfAbsent(trusted, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
}

/** Writes a file whole or not at all, and never over one that is there: somebody may be reading it. */
async function writeFileIfAbsent(file: string, content: string | Buffer, mode: number): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  await writeFile(draft, content, { mode });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
