import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReleaseStore } from './create-release-store';
import { readStoreLocation } from './store-location';

const root = mkdtempSync(path.join(tmpdir(), 'open-store-'));
const file = path.join(root, 'file');
beforeAll(() => writeFileSync(file, ''));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  [{ RELEASE_STORE: 's3:bucket' }, 'RELEASE_STORE is "s3:bucket": write s3://bucket or s3://bucket/folder.'],
  [{ RELEASE_STORE: 's3://bucket' }, 'RELEASE_STORE names an object store: set AWS_ACCESS_KEY_ID and'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readStoreLocation(env, root)).toThrow(sentence);
});

test.each(['ftp:x', 'ftp://x', 'http:', 'host'])('no object store is at %s', (endpoint) => {
  const env = { RELEASE_STORE: 's3://bucket', ...keys, S3_ENDPOINT: endpoint };
  expect(() => readStoreLocation(env, root)).toThrow(
    `S3_ENDPOINT is "${endpoint}": give an http or https address, such as https://host.`,
  );
});

const openFolder = (folder: string) => createReleaseStore({ kind: 'folder', folder });

test('a folder that is not there yet is opened; a file, or what is below one, is not', async () => {
  expect(await (await openFolder(path.join(root, 'new'))).list('r/')).toEqual([]);
  await expect(openFolder(file)).rejects.toThrow(
    `The release store ${file} is a file: name a folder with RELEASE_STORE.`,
  );
  await expect(openFolder(`${file}/below`)).rejects.toThrow(
    `The release store ${file}/below cannot be used: part of its path is a file (ENOTDIR: stat ${file}/below). Mend that,`,
  );
});

test('a folder that cannot be written is named in a sentence', async () => {
  const folder = path.join(root, 'unwritable');
  const store = await openFolder(folder);
  writeFileSync(path.join(root, 'unwritable'), '');
  await expect(store.putIfAbsent('r/a', Buffer.from(''))).rejects.toThrow(
    `The release store ${folder} cannot be used: part of its path is a file (ENOTDIR: mkdir ${folder}/.drafts). Mend that, or name another folder with RELEASE_STORE.`,
  );
});
