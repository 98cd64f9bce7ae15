import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../store/s3-client';
import { createCephEnvironment, type TestObjectStore } from './object-store';

/** A statement of an S3 policy. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html */
export interface PolicyStatement {
  Effect: string;
  Action: string[];
  Resource: string[];
}

/**
 * Adds a user with a policy for the store's bucket.
 *
 * @returns Settings of the store with the credentials of the user.
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
  if (status !== 0) throw new Error(`the user ${name} could not be created: ${stderr}`);
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
  const owner = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const Principal = { AWS: [`arn:aws:iam:::user/${name}`] };
  const policy = { Version: '2012-10-17', Statement: statements.map((statement) => ({ ...statement, Principal })) };
  const response = await owner.fetch(`${endpoint}/${bucket}?policy`, { method: 'PUT', body: JSON.stringify(policy) });
  if (!response.ok) throw new Error(`the store rejected the policy of ${name}: ${await response.text()}`);
  return user;
}
