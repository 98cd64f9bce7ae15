import path from 'node:path';
import { readSettings, SettingsError, textSetting, urlSetting } from '@shop/server-settings/read-settings';
import type { S3Settings } from './s3-client';

/** Where the release store is. */
export type StoreLocation = { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings };

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([A-Za-z0-9._/-]*))?$/;

/**
 * Reads `RELEASE_STORE`: a folder, or `s3://bucket/prefix`. An object store also needs `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY`, and takes `S3_ENDPOINT` and `AWS_REGION`.
 *
 * @param variables  Usually `process.env`.
 * @param fallback  Folder to use when `RELEASE_STORE` is absent.
 * @throws {SettingsError} The message names the variable and what it should hold.
 */
export function readStoreLocation(variables: NodeJS.ProcessEnv, fallback: string): StoreLocation {
  const { RELEASE_STORE: location } = readSettings({ RELEASE_STORE: textSetting(undefined) }, variables);
  if (!location) return { kind: 'folder', folder: fallback };
  if (!location.startsWith('s3:')) return { kind: 'folder', folder: path.resolve(location) };
  const [, bucket, prefix = ''] = location.match(bucketPattern) ?? [];
  if (!bucket) throw new SettingsError(`RELEASE_STORE is "${location}": give s3://bucket or s3://bucket/folder.`);
  return { kind: 's3', settings: { bucket, prefix: toKeyPrefix(prefix), ...readObjectStoreAccess(variables) } };
}

function readObjectStoreAccess(variables: NodeJS.ProcessEnv): Omit<S3Settings, 'bucket' | 'prefix'> {
  const settings = readSettings(
    {
      AWS_ACCESS_KEY_ID: textSetting(undefined),
      AWS_SECRET_ACCESS_KEY: textSetting(undefined),
      AWS_REGION: textSetting('us-east-1'),
      S3_ENDPOINT: urlSetting(undefined),
    },
    variables,
  );
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = settings;
  if (!accessKeyId || !secretAccessKey) {
    throw new SettingsError(
      'RELEASE_STORE names an object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.',
    );
  }
  const endpoint = (settings.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** A key prefix is empty or ends with a slash. */
function toKeyPrefix(folder: string): string {
  const trimmed = folder.replace(/^\/+|\/+$/g, '');
  return trimmed && `${trimmed}/`;
}

/** Formats the location of a release store for messages, without its credentials. */
export const formatStoreLocation = (location: StoreLocation): string =>
  location.kind === 'folder'
    ? location.folder
    : `${location.settings.endpoint}/${location.settings.bucket}/${location.settings.prefix}`;
