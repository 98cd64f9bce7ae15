import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { openLocalEnvironment } from './publish-apps';

const folder = mkdtempSync(path.join(tmpdir(), 'publish-apps-'));
const policyFile = path.join(folder, 'policy.json');
const own = { DATA_DIR: path.join(folder, 'data'), RELEASE_POLICY: policyFile };
const before = { ...process.env };
beforeAll(() => Object.assign(process.env, own));
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

test.each(['gateway', 'all'])('npm start with %s rejects an object store before it builds anything', (part) => {
  const args = ['--import', 'tsx', path.join(root, 'tooling/commands/serve.ts'), 'start', part];
  const store = { RELEASE_STORE: 's3://releases', AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: 'secret' };
  const env = { PATH: process.env.PATH, ...store };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^RELEASE_STORE names an object store, .* leave it out, or serve that store with the gateway/);
});

test('a local build needs the permissions of the release policy', async () => {
  const asha = (may: string[]) => ({
    roles: { own: { may, apps: ['*'], environments: ['*'] } },
    people: { asha: { roles: ['own'] } },
  });
  writeFileSync(policyFile, JSON.stringify(asha(['lock'])));
  process.env.RELEASE_USER = 'ravi';
  await expect(openLocalEnvironment()).rejects.toThrow(
    'ravi may only read, since the release policy does not name them',
  );

  process.env.RELEASE_USER = 'asha';
  const environment = await openLocalEnvironment();
  const shell = await publish(environment.store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  await expect(promote(environment, [shell], testAuthor, passingGates)).rejects.toThrow('asha may not promote shell');
  writeFileSync(policyFile, JSON.stringify(asha(['promote'])));
  await promote(await openLocalEnvironment(), [shell], testAuthor, passingGates);
});
