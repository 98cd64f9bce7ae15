import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { lock, unlock } from '../actions/lock';
import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { verifyEnvironment } from '../gates/file-integrity.gate';
import { findReferencedReleases } from '../history/referenced-releases';
import { createPreview, readPreview } from '../signed-links/preview';
import { createSigner } from '../signer/create-signer';
import { getHeadKey } from '../state/head';
import { readLiveState } from '../state/live-state';
import { createFileSystemStore } from '../store/file-system-store';
import { publishBuild } from '../testing/fake-build';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createTestFolder } from '../testing/test-resources';
import { computeKeyId, ensureKeys, prepareNextKey, readSigningKey, readTrustedKeys } from './keys';
import { type SigningKey, signDocument, verifyDocument } from './signed-document';

const root = createTestFolder();
const store = createFileSystemStore(path.join(root, 'releases'));
const folder = path.join(root, 'keys');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const previewKey = { id: computeKeyId(publicKey), privateKey };

beforeAll(async () => {
  await ensureKeys(folder);
  mkdirSync(path.join(folder, 'trusted/preview'));
  writeFileSync(path.join(folder, 'trusted/preview/ci.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
});

/** Reads the keys of the folder. @param key Default: the signing key of the folder. */
const readEnvironment = async (key?: SigningKey) => {
  const trusted = await readTrustedKeys(folder);
  const signer = createSigner(key ?? (await readSigningKey(folder)), trusted);
  return { store, name: 'production', trusted, signer };
};

test('ensureKeys creates one key pair with a trusted public key', async () => {
  const { id } = await readSigningKey(folder);
  expect([...(await readTrustedKeys(folder)).keys()]).toEqual([`preview ${previewKey.id}`, id]);
});

test('reading keys from a folder without keys is an error that says what is missing', async () => {
  await expect(readTrustedKeys(root)).rejects.toThrow('There is no public key in');
  await expect(readSigningKey(root)).rejects.toThrow('There is no signing-key.pem in');
});

test('the error of an invalid key file names the file', async () => {
  const broken = path.join(root, 'broken');
  mkdirSync(path.join(broken, 'trusted'), { recursive: true });
  for (const file of ['signing-key.pem', 'trusted/one.pem']) writeFileSync(path.join(broken, file), 'no key');
  await expect(readSigningKey(broken)).rejects.toThrow(`${broken}/signing-key.pem contains no valid key`);
  await expect(readTrustedKeys(broken)).rejects.toThrow(`${broken}/trusted/one.pem contains no valid key`);
});

test('a next key whose public key cannot be written leaves no half of it', async () => {
  const readOnly = path.join(root, 'read-only');
  await ensureKeys(readOnly);
  // A file in place of the folder fails every write into it, also those of root.
  renameSync(path.join(readOnly, 'trusted'), path.join(readOnly, 'elsewhere'));
  writeFileSync(path.join(readOnly, 'trusted'), '');
  await expect(prepareNextKey(readOnly)).rejects.toThrow();
  expect(readdirSync(readOnly).sort()).toEqual(['elsewhere', 'signing-key.pem', 'trusted']);
});

describe('a key that was replaced', () => {
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
  const old = generateKeyPairSync('ed25519');
  const oldKey = { id: computeKeyId(old.publicKey), privateKey: old.privateKey };
  const rotated = path.join(root, 'rotated');
  const name = 'rotated';
  const readRotated = async () => ({ store, name, trusted: await readTrustedKeys(rotated) });
  const withKey = async (key: SigningKey) => {
    const environment = await readRotated();
    return { ...environment, signer: createSigner(key, environment.trusted) };
  };
  const moveToPast = () => {
    mkdirSync(path.join(rotated, 'trusted/past'), { recursive: true });
    renameSync(path.join(rotated, 'trusted/old.pem'), path.join(rotated, 'trusted/past/old.pem'));
  };
  const publishShell = (version: string) => publishBuild(store, { app: 'shell', version, content: version });

  it('a replaced key in trusted/past is an error while it signs HEAD', async () => {
    await ensureKeys(rotated);
    writeFileSync(path.join(rotated, 'trusted/old.pem'), pem(old.publicKey));
    const before = await withKey(oldKey);
    await promote(before, [await publishShell('3.0.0')], testAuthor, passingGates);
    await promote(before, [await publishShell('3.1.0')], testAuthor, passingGates);
    moveToPast();
    await expect(readLiveState(await readRotated())).rejects.toThrow(
      'which is valid for past documents only: move it back into trusted/, promote or lock something with the new key',
    );
    renameSync(path.join(rotated, 'trusted/past/old.pem'), path.join(rotated, 'trusted/old.pem'));
  });

  it('a replaced key stays valid for history, verify and rollback, and is invalid for HEAD, previews and new changes', async () => {
    const signingKey = await readSigningKey(rotated);
    await lock(await withKey(signingKey), 'shell', testAuthor);
    moveToPast();
    const environment = await withKey(signingKey);
    await unlock(environment, 'shell', testAuthor);
    expect(await verifyEnvironment(environment)).toMatchObject({ changes: 4, releases: [{ damaged: [] }] });
    expect((await rollback(environment, testAuthor, passingGates)).live.shell.version).toBe('3.0.0');
    expect((await findReferencedReleases(environment, 0)).size).toBe(2);

    const state = await readLiveState(environment);
    const forged = signDocument('head', { ...state?.head, seq: 99 }, oldKey);
    const stored = await store.get(getHeadKey(name));
    await store.compareAndSwap(getHeadKey(name), forged, stored?.tag ?? null);
    await expect(readLiveState(environment)).rejects.toThrow('is valid for past documents only');
    await store.compareAndSwap(
      getHeadKey(name),
      stored?.bytes ?? forged,
      (await store.get(getHeadKey(name)))?.tag ?? null,
    );
    const hostile = await withKey(oldKey);
    await expect(lock(hostile, 'shell', testAuthor)).rejects.toThrow('no gateway would trust what it signs');
    const options = { by: 'ravi', duration: 60_000 };
    const preview = await createPreview(hostile, { shell: await publishShell('3.0.0'), remotes: [] }, options);
    await expect(readPreview(store, name, preview.id, environment.trusted)).rejects.toThrow(
      'is valid for past documents only',
    );
  });
});

describe('a key for previews', () => {
  it('a preview key signs valid previews', async () => {
    const shell = await publishBuild(store, { app: 'shell' });
    await promote(await readEnvironment(), [shell], testAuthor, passingGates);
    const options = { by: 'ci', duration: 60_000 };
    const preview = await createPreview(await readEnvironment(previewKey), { shell, remotes: [] }, options);
    expect(await readPreview(store, 'production', preview.id, await readTrustedKeys(folder))).toMatchObject({
      by: 'ci',
    });
  });

  it('a preview key cannot make a composition live, with a command or with a forged HEAD', async () => {
    const before = await readLiveState(await readEnvironment());
    const shell = await publishBuild(store, { app: 'shell', version: '2.0.0' });
    const hostile = await readEnvironment(previewKey);
    await expect(promote(hostile, [shell], testAuthor, passingGates)).rejects.toThrow(
      'no gateway would trust what it signs',
    );
    expect(await readLiveState(await readEnvironment())).toEqual(before);

    const head = { ...before?.head, seq: 99 };
    const { trusted } = await readEnvironment();
    for (const keyId of [previewKey.id, `preview ${previewKey.id}`]) {
      const forged = signDocument('head', head, { ...previewKey, id: keyId });
      expect(() => verifyDocument('head', v.looseObject({}), forged, getHeadKey('production'), trusted)).toThrow(
        getHeadKey('production'),
      );
    }
  });

  it.each(['trusted/preview', 'preview', 'past'])('a key folder with keys in %s only is an error', async (place) => {
    const restrictedOnly = path.join(createTestFolder(), 'only');
    cpSync(path.join(folder, 'trusted/preview'), path.join(restrictedOnly, place), { recursive: true });
    await expect(readTrustedKeys(restrictedOnly)).rejects.toThrow('There is no public key in');
  });
});

test('keys in folders beside trusted/ have the limited rights of those in it', async () => {
  const beside = path.join(root, 'beside');
  cpSync(folder, beside, { recursive: true });
  cpSync(path.join(beside, 'trusted/preview'), path.join(beside, 'past'), { recursive: true });
  renameSync(path.join(beside, 'trusted/preview'), path.join(beside, 'preview'));
  const { id } = await readSigningKey(folder);
  const limited = ['preview', 'composition', 'log'].map((kind) => `${kind} ${previewKey.id}`);
  expect([...(await readTrustedKeys(beside)).keys()]).toEqual([...limited, id]);
});
