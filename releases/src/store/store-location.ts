import path from 'node:path';
import type { S3Settings } from './s3-store';

/** Where the release store is, as the process's environment says. */
export type StoreLocation = { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings };

/**
 * Reads `RELEASE_STORE`: a folder, or `s3://bucket/prefix` with `S3_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY` beside it.
 *
 * @param fallback Folder to use when nothing is set.
 * @throws A sentence that names the variable and what it should hold.
 */
export function readStoreLocation(env: NodeJS.ProcessEnv, fallback: string): StoreLocation {
  const text = env.RELEASE_STORE;
  if (!text) return { kind: 'folder', folder: fallback };
  if (!text.startsWith('s3:')) return { kind: 'folder', folder: path.resolve(text) };
  const [, bucket, prefix = ''] = text.match(/^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([A-Za-z0-9._/-]*))?$/) ?? [];
  if (!bucket) throw new Error(`RELEASE_STORE is "${text}": write s3://bucket or s3://bucket/folder.`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('RELEASE_STORE names an object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.');
  }
  const region = env.AWS_REGION || 'us-east-1';
  const endpoint = (env.S3_ENDPOINT || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  if (!URL.canParse(endpoint) || !/^https?:\/\//.test(endpoint)) {
    throw new Error(`S3_ENDPOINT is "${endpoint}": give an http or https address, such as https://host.`);
  }
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    settings: { endpoint, bucket, prefix: folder && `${folder}/`, region, accessKeyId, secretAccessKey },
  };
}

/** Names a release store, without its secrets. */
export const formatStoreLocation = (location: StoreLocation): string =>
  location.kind === 'folder'
    ? location.folder
    : `${location.settings.endpoint}/${location.settings.bucket}/${location.settings.prefix}`;
