import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

const objectStore = { RELEASE_STORE: 's3://releases', AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: 'secret' };
const service = { RELEASE_STORE: 'https://releases.example' };

test.each([
  ['gateway', 'an object store', objectStore, / leave it out, or serve that store with the gateway alone/],
  ['all', 'an object store', objectStore, / leave it out, or serve that store with the gateway alone/],
  ['all', 'a release service', service, / leave it out\.$/],
])('npm start with %s rejects %s before it builds anything', (part, kind, store, remedy) => {
  const args = ['--import', 'tsx', path.join(root, 'tooling/commands/serve.ts'), 'start', part];
  const env = { PATH: process.env.PATH, ...store };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^RELEASE_STORE names ${kind}, `));
  expect(stderr.trim()).toMatch(remedy);
});
