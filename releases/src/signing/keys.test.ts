import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { promote } from '../environment/actions';
import { readState } from '../environment/change-head';
import { headKey } from '../environment/head';
import { createPreview, readPreview } from '../preview/preview';
import { publish } from '../release/publish';
import { createFileSystemStore } from '../store/file-system-store';
import { writeFakeBuild } from '../testing/fake-build';
import { anAuthor, noGates } from '../testing/test-environment';
import { ensureKeys, keyIdOf, readSigningKey, readTrustedKeys } from './keys';
import { seal, unseal } from './signed-document';

const root = mkdtempSync(path.join(tmpdir(), 'keys-'));
const store = createFileSystemStore(path.join(root, 'releases'));
const folder = path.join(root, 'keys');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const showing = { id: keyIdOf(publicKey), privateKey };

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

describe('a key for previews', () => {
  it('signs previews that are shown', async () => {
    const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
    await promote(await environment(), [shell], anAuthor, noGates);
    const options = { by: 'ci', duration: 60_000 };
    const made = await createPreview(
      { ...(await environment()), signingKey: showing },
      { shell, remotes: [] },
      options,
    );
    expect(await readPreview(store, 'production', made.id, await readTrustedKeys(folder))).toMatchObject({ by: 'ci' });
  });

  it('makes nothing live: neither by our commands nor by writing to the store', async () => {
    const before = await readState(await environment());
    const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell', version: '2.0.0' }), commit: '' });
    const hostile = { ...(await environment()), signingKey: showing };
    await expect(promote(hostile, [shell], anAuthor, noGates)).rejects.toThrow('no gateway would trust what it signs');
    expect(await readState(await environment())).toEqual(before);

    const head = { ...before?.head, seq: 99 };
    const { trusted } = await environment();
    for (const keyId of [showing.id, `preview ${showing.id}`]) {
      const forged = seal('head', head, { ...showing, id: keyId });
      expect(() => unseal('head', v.looseObject({}), forged, headKey('production'), trusted)).toThrow(
        headKey('production'),
      );
    }
  });

  it('does not trust a folder that has no other key', async () => {
    const only = path.join(root, 'only');
    cpSync(path.join(folder, 'trusted/preview'), path.join(only, 'trusted/preview'), { recursive: true });
    await expect(readTrustedKeys(only)).rejects.toThrow('There is no public key in');
  });
});
