import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

test.each(['gateway', 'all'])('npm start with %s rejects an object store before it builds anything', (part) => {
  const args = ['--import', 'tsx', path.join(root, 'tooling/commands/serve.ts'), 'start', part];
  const store = { RELEASE_STORE: 's3://releases', AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: 'secret' };
  const env = { PATH: process.env.PATH, ...store };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^RELEASE_STORE names an object store, .* leave it out, or serve that store with the gateway/);
});
