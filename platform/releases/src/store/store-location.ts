import path from 'node:path';
import {
  readSettings,
  removedSetting,
  SettingsError,
  textSetting,
  urlSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import type { S3Settings } from './s3-client';

export type StoreLocation =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; settings: S3Settings }
  /** A release service, which only the command line can use. Its address has no slash at the end. */
  | { kind: 'service'; url: string };

const bucketRule =
  'A name of a bucket has 3 to 63 characters: lower-case letters, digits, "." and "-", first a letter or a digit.';

/** Names that S3 and compatible stores take. */
const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/([A-Za-z0-9._/-]*))?(?:\?(.*))?$/;

export const storeVariables = {
  RELEASE_STORE: v.pipe(
    textSetting(undefined),
    v.description(
      'release store: a folder (default `<DATA_DIR>/releases`), `s3://bucket/folder?endpoint=https://…&region=us-east-1`, or for the command line the address of a release service',
    ),
  ),
  AWS_ACCESS_KEY_ID: v.pipe(textSetting(undefined), v.description('access key of an object store')),
  AWS_SECRET_ACCESS_KEY: v.pipe(textSetting(undefined), v.description('secret key of an object store')),
};

/**
 * Reads `RELEASE_STORE`: a folder, the address of a release service, or `s3://bucket/prefix` with the parameters `endpoint` (default: that of AWS) and `region`. An
 * object store also needs `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
 *
 * @throws {SettingsError} The message names the variable and what it should hold.
 */
export function readStoreLocation(variables: NodeJS.ProcessEnv, fallback: string): StoreLocation {
  const removed = { S3_ENDPOINT: removedSetting('add ?endpoint=… to RELEASE_STORE instead') };
  const settings = readSettings({ ...storeVariables, ...removed }, variables);
  const { RELEASE_STORE: location } = settings;
  if (!location) return { kind: 'folder', folder: fallback };
  if (/^https?:/.test(location)) {
    const url = parseServiceUrl(location);
    if (url) return { kind: 'service', url };
    throw new SettingsError(
      `RELEASE_STORE is "${location}": give the address of a release service, such as https://releases.example.`,
    );
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location) && !location.startsWith('s3://')) {
    throw new SettingsError(
      `RELEASE_STORE is "${location}": give a folder, s3://bucket, or https://releases.example, with s3 and https in lower case.`,
    );
  }
  if (!location.startsWith('s3:')) return { kind: 'folder', folder: path.resolve(location) };
  const [, bucket, prefix = '', query = ''] = location.match(bucketPattern) ?? [];
  if (!bucket)
    throw new SettingsError(`RELEASE_STORE is "${location}": give s3://bucket or s3://bucket/folder. ${bucketRule}`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!accessKeyId || !secretAccessKey) {
    throw new SettingsError(
      'RELEASE_STORE names an object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.',
    );
  }
  const parameters = new URLSearchParams(query);
  if (variables.AWS_REGION && !parameters.has('region')) {
    throw new SettingsError(
      `AWS_REGION is "${variables.AWS_REGION}", which has no effect: add ?region=… to RELEASE_STORE instead.`,
    );
  }
  const region = parameters.get('region') || 'us-east-1';
  const endpoint = (parameters.get('endpoint') || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  if (!v.is(urlSetting(undefined), endpoint)) {
    throw new SettingsError(
      `RELEASE_STORE has the endpoint "${endpoint}": give an absolute address such as https://store.example.`,
    );
  }
  return {
    kind: 's3',
    settings: { bucket, prefix: toKeyPrefix(prefix), endpoint, region, accessKeyId, secretAccessKey },
  };
}

/**
 * Reads the address of a release service: https, or http to this machine. Without TLS a token could be read on its way.
 *
 * @returns The address without a slash at the end. Null for another one.
 */
export function parseServiceUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url && url.pathname === '/' && (url.protocol === 'https:' || isLocal) ? url.origin : null;
}

function toKeyPrefix(folder: string): string {
  const trimmed = folder.replace(/^\/+|\/+$/g, '');
  return trimmed && `${trimmed}/`;
}

/** Formats the location of a release store for messages, without its credentials. */
export function formatStoreLocation(location: StoreLocation): string {
  if (location.kind === 'folder') return location.folder;
  if (location.kind === 'service') return location.url;
  return `${location.settings.endpoint}/${location.settings.bucket}/${location.settings.prefix}`;
}
