import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../store/s3-client';
import { createCephEnvironment, type TestObjectStore } from './object-store';

/** What a user may do, in the language of S3's policies. */
export interface PolicyStatement {
  Effect: string;
  Action: string[];
  Resource: string[];
}

/**
 * Adds a user who may do in the store's bucket what a policy says, and nothing else.
 *
 * @returns The store as this user reaches it.
 */
export async function addObjectStoreUser(
  { settings, folder }: TestObjectStore,
  name: string,
  statements: readonly PolicyStatement[],
): Promise<S3Settings> {
  const user = { ...settings, accessKeyId: name, secretAccessKey: randomUUID() };
  const secret = ['--access-key', user.accessKeyId, '--secret-key', user.secretAccessKey];
  const args = ['user', 'create', '--uid', name, '--display-name', name, ...secret];
  const { status, stderr } = spawnSync('radosgw-admin', args, { env: createCephEnvironment(folder), encoding: 'utf8' });
  if (status !== 0) throw new Error(`the user ${name} could not be made: ${stderr}`);
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
  const owner = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const Principal = { AWS: [`arn:aws:iam:::user/${name}`] };
  const policy = { Version: '2012-10-17', Statement: statements.map((one) => ({ ...one, Principal })) };
  const answer = await owner.fetch(`${endpoint}/${bucket}?policy`, { method: 'PUT', body: JSON.stringify(policy) });
  if (!answer.ok) throw new Error(`the policy of ${name} was refused: ${await answer.text()}`);
  return user;
}
