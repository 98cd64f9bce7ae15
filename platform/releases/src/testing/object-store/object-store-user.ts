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
 * Adds users, each with a policy for the store's bucket. A second call takes the permissions of earlier users away.
 *
 * @param policies  Statements by the name of the user.
 * @returns Settings of the store with the credentials of each user.
 */
export async function addObjectStoreUsers<Name extends string>(
  { settings, folder }: TestObjectStore,
  policies: Readonly<Record<Name, readonly PolicyStatement[]>>,
): Promise<Record<Name, S3Settings>> {
  const names = Object.keys(policies) as Name[];
  const users = {} as Record<Name, S3Settings>;
  for (const name of names) {
    const user = { ...settings, accessKeyId: name, secretAccessKey: randomUUID() };
    users[name] = user;
    const secret = ['--access-key', user.accessKeyId, '--secret-key', user.secretAccessKey];
    const args = ['user', 'create', '--uid', name, '--display-name', name, ...secret];
    const options = { env: createCephEnvironment(folder), encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('radosgw-admin', args, options);
    if (status !== 0) throw new Error(`the user ${name} could not be created: ${stderr}`);
  }
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
  const owner = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const Statement = names.flatMap((name) => {
    const Principal = { AWS: [`arn:aws:iam:::user/${name}`] };
    return policies[name].map((statement) => ({ ...statement, Principal }));
  });
  const body = JSON.stringify({ Version: '2012-10-17', Statement });
  const response = await owner.fetch(`${endpoint}/${bucket}?policy`, { method: 'PUT', body });
  if (!response.ok) throw new Error(`the store rejected the policies: ${await response.text()}`);
  return users;
}
