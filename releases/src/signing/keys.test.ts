import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { lock, unlock } from '../actions/lock';
import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { findReferencedReleases } from '../history/referenced-releases';
import { publish } from '../release/publish';
import { createPreview, readPreview } from '../signed-links/preview';
import { getHeadKey } from '../state/head';
import { readLiveState } from '../state/live-state';
import { verifyEnvironment } from '../state/verify-environment';
import { createFileSystemStore } from '../store/file-system-store';
import { writeFakeBuild } from '../testing/fake-build';
import { passingGates, testAuthor } from '../testing/test-environment';
import { computeKeyId, ensureKeys, readSigningKey, readTrustedKeys } from './keys';
import { signDocument, verifyDocument } from './signed-document';

const root = mkdtempSync(path.join(tmpdir(), 'keys-'));
const store = createFileSystemStore(path.join(root, 'releases'));
const folder = path.join(root, 'keys');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const showing = { id: computeKeyId(publicKey), privateKey };

beforeAll(async () => {
  await ensureKeys(folder);
  mkdirSync(path.join(folder, 'trusted/preview'));
  writeFileSync(path.join(folder, 'trusted/preview/ci.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const environment = async () => ({
  store,
  name: 'production',
  trusted: await readTrustedKeys(folder),
  signingKey: await readSigningKey(folder),
});

test('a folder gets one pair of keys, the public one trusted', async () => {
  const { id } = await readSigningKey(folder);
  expect([...(await readTrustedKeys(folder)).keys()]).toEqual([`preview ${showing.id}`, id]);
});

test('a folder without keys is refused with a sentence', async () => {
  await expect(readTrustedKeys(root)).rejects.toThrow('There is no public key in');
  await expect(readSigningKey(root)).rejects.toThrow('There is no signing-key.pem in');
});

test('a file that holds no key is named', async () => {
  const broken = path.join(root, 'broken');
  mkdirSync(path.join(broken, 'trusted'), { recursive: true });
  for (const file of ['signing-key.pem', 'trusted/one.pem']) writeFileSync(path.join(broken, file), 'no key');
  await expect(readSigningKey(broken)).rejects.toThrow(`${broken}/signing-key.pem holds no key that can be read`);
  await expect(readTrustedKeys(broken)).rejects.toThrow(`${broken}/trusted/one.pem holds no key that can be read`);
});

describe('a key that was replaced', () => {
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' });
  const old = generateKeyPairSync('ed25519');
  const oldKey = { id: computeKeyId(old.publicKey), privateKey: old.privateKey };
  const rotated = path.join(root, 'rotated');
  const name = 'rotated';
  const keysOf = async () => ({ store, name, trusted: await readTrustedKeys(rotated) });
  const move = () => {
    mkdirSync(path.join(rotated, 'trusted/past'), { recursive: true });
    renameSync(path.join(rotated, 'trusted/old.pem'), path.join(rotated, 'trusted/past/old.pem'));
  };
  const publishShell = (version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app: 'shell', version, content: version }), commit: '' });

  it('is not put away before HEAD is signed with the new one', async () => {
    await ensureKeys(rotated);
    writeFileSync(path.join(rotated, 'trusted/old.pem'), pem(old.publicKey));
    const before = { ...(await keysOf()), signingKey: oldKey };
    await promote(before, [await publishShell('3.0.0')], testAuthor, passingGates);
    await promote(before, [await publishShell('3.1.0')], testAuthor, passingGates);
    move();
    await expect(readLiveState(await keysOf())).rejects.toThrow(
      'which counts for the past only: put it back into trusted/, promote or lock something with the new key',
    );
    renameSync(path.join(rotated, 'trusted/past/old.pem'), path.join(rotated, 'trusted/old.pem'));
  });

  it('still counts for the past: history, verify and rollback go on; for HEAD, previews and new changes it does not', async () => {
    const signingKey = await readSigningKey(rotated);
    await lock({ ...(await keysOf()), signingKey }, 'shell', testAuthor);
    move();
    const environment = { ...(await keysOf()), signingKey };
    await unlock(environment, 'shell', testAuthor);
    expect(await verifyEnvironment(environment)).toMatchObject({ changes: 4, releases: [{ damaged: [] }] });
    expect((await rollback(environment, testAuthor, passingGates)).live.shell.version).toBe('3.0.0');
    expect((await findReferencedReleases(environment, 0)).size).toBe(2);

    const state = await readLiveState(environment);
    const forged = signDocument('head', { ...state?.head, seq: 99 }, oldKey);
    const stored = await store.get(getHeadKey(name));
    await store.compareAndSwap(getHeadKey(name), forged, stored?.tag ?? null);
    await expect(readLiveState(environment)).rejects.toThrow('which counts for the past only');
    await store.compareAndSwap(
      getHeadKey(name),
      stored?.bytes ?? forged,
      (await store.get(getHeadKey(name)))?.tag ?? null,
    );
    const hostile = { ...environment, signingKey: oldKey };
    await expect(lock(hostile, 'shell', testAuthor)).rejects.toThrow('no gateway would trust what it signs');
    const options = { by: 'nobody', duration: 60_000 };
    const made = await createPreview(hostile, { shell: await publishShell('3.0.0'), remotes: [] }, options);
    await expect(readPreview(store, name, made.id, environment.trusted)).rejects.toThrow('counts for the past only');
  });
});

describe('a key for previews', () => {
  it('signs previews that are shown', async () => {
    const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
    await promote(await environment(), [shell], testAuthor, passingGates);
    const options = { by: 'ci', duration: 60_000 };
    const made = await createPreview(
      { ...(await environment()), signingKey: showing },
      { shell, remotes: [] },
      options,
    );
    expect(await readPreview(store, 'production', made.id, await readTrustedKeys(folder))).toMatchObject({ by: 'ci' });
  });

  it('makes nothing live: neither by our commands nor by writing to the store', async () => {
    const before = await readLiveState(await environment());
    const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell', version: '2.0.0' }), commit: '' });
    const hostile = { ...(await environment()), signingKey: showing };
    await expect(promote(hostile, [shell], testAuthor, passingGates)).rejects.toThrow(
      'no gateway would trust what it signs',
    );
    expect(await readLiveState(await environment())).toEqual(before);

    const head = { ...before?.head, seq: 99 };
    const { trusted } = await environment();
    for (const keyId of [showing.id, `preview ${showing.id}`]) {
      const forged = signDocument('head', head, { ...showing, id: keyId });
      expect(() => verifyDocument('head', v.looseObject({}), forged, getHeadKey('production'), trusted)).toThrow(
        getHeadKey('production'),
      );
    }
  });

  it('does not trust a folder that has no other key', async () => {
    const only = path.join(root, 'only');
    cpSync(path.join(folder, 'trusted/preview'), path.join(only, 'trusted/preview'), { recursive: true });
    await expect(readTrustedKeys(only)).rejects.toThrow('There is no public key in');
  });
});
