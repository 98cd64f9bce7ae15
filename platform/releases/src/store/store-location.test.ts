import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '../testing/test-resources';
import { createReleaseStore } from './create-release-store';
import { formatStoreLocation, readStoreLocation } from './store-location';

const root = createTestFolder();
const file = path.join(root, 'file');
beforeAll(() => writeFileSync(file, ''));

const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each<[variables: NodeJS.ProcessEnv, message: string]>([
  [{ RELEASE_STORE: 's3:bucket' }, 'RELEASE_STORE is "s3:bucket": give s3://bucket or s3://bucket/folder.'],
  ...['s3://', 's3://b', 's3://ab', 's3://Bucket', `s3://${'a'.repeat(64)}`, 's3:///folder'].map(
    (location): [NodeJS.ProcessEnv, string] => [
      { RELEASE_STORE: location, ...keys },
      `RELEASE_STORE is "${location}": give s3://bucket or s3://bucket/folder. A name of a bucket has 3 to 63 characters: lower-case`,
    ],
  ),
  ...[
    'S3://bucket',
    'htps://releases.example',
    'ftp://x/y',
    'HTTPS://releases.example',
    'git+ssh://x',
    'file:///a',
  ].map((location): [NodeJS.ProcessEnv, string] => [
    { RELEASE_STORE: location, ...keys },
    `RELEASE_STORE is "${location}": give a folder, s3://bucket, or https://releases.example, with s3 and https in lower case.`,
  ]),
  [
    { RELEASE_STORE: 'http://releases.example' },
    'RELEASE_STORE is "http://releases.example": give the address of a release service, such as https://releases.example.',
  ],
  [{ RELEASE_STORE: 's3://bucket' }, 'RELEASE_STORE names an object store: set AWS_ACCESS_KEY_ID and'],
  [{ RELEASE_STORE: 's3://bucket', AWS_REGION: 'ap-south-1', ...keys }, 'add ?region=… to RELEASE_STORE instead.'],
])('%j is an error that says what to set', (variables, message) => {
  expect(() => readStoreLocation(variables, root)).toThrow(message);
});

test.each(['ftp:x', 'ftp://x', 'http:', 'host'])('the endpoint "%s" is an error', (endpoint) => {
  const variables = { RELEASE_STORE: `s3://bucket?endpoint=${endpoint}`, ...keys };
  expect(() => readStoreLocation(variables, root)).toThrow(
    `RELEASE_STORE has the endpoint "${endpoint}": give an absolute address such as https://store.example.`,
  );
});

test('a release store is a folder unless RELEASE_STORE names an object store', () => {
  expect(readStoreLocation({}, root)).toEqual({ kind: 'folder', folder: root });
  expect(readStoreLocation({ RELEASE_STORE: '' }, root)).toEqual({ kind: 'folder', folder: root });
  for (const folder of ['/a/b', '/a:b', '/s3://b'])
    expect(readStoreLocation({ RELEASE_STORE: folder }, root)).toEqual({
      kind: 'folder',
      folder: path.resolve(folder),
    });
  const location = readStoreLocation(
    { RELEASE_STORE: 's3://bucket/shop/?endpoint=https://host/&region=eu-west-1', ...keys },
    root,
  );
  expect(location).toMatchObject({ kind: 's3', settings: { bucket: 'bucket', prefix: 'shop/', region: 'eu-west-1' } });
  expect(formatStoreLocation(location)).toBe('https://host/bucket/shop/');
});

const createFolderStore = (folder: string) => createReleaseStore({ kind: 'folder', folder });

test('a missing folder is accepted; a file, or a path below a file, is an error', async () => {
  expect(await (await createFolderStore(path.join(root, 'new'))).list('r/')).toEqual([]);
  await expect(createFolderStore(file)).rejects.toThrow(
    `The release store ${file} is a file: name a folder with RELEASE_STORE.`,
  );
  await expect(createFolderStore(`${file}/below`)).rejects.toThrow(
    `The release store ${file}/below cannot be used: part of its path is a file (ENOTDIR: stat ${file}/below). Correct that,`,
  );
});

test('the error of a folder that cannot be written says why and what to do', async () => {
  const folder = path.join(root, 'unwritable');
  const store = await createFolderStore(folder);
  writeFileSync(folder, '');
  await expect(store.putIfAbsent('r/a', Buffer.from(''))).rejects.toThrow(
    `The release store ${folder} cannot be used: part of its path is a file (ENOTDIR: mkdir ${folder}/.drafts). Correct that, or name another folder with RELEASE_STORE.`,
  );
});
