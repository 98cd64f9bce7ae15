import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { createTestFolder } from '@shop/releases/testing/test-resources';

const dataDir = createTestFolder();
const usage = 'write npm run console, or npm run console -- import-policy FILE.';
const company = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'secret' };

test.each([
  [['serve'], {}, `The console does not know "serve": ${usage}`],
  [['import-policy'], {}, `The console does not know "import-policy": ${usage}`],
  [['import-policy', 'a.json', 'b.json'], {}, `The console does not know "import-policy a.json b.json": ${usage}`],
  [
    [],
    { ...company, HOST: '203.0.113.1' },
    'This machine does not have the address 203.0.113.1: set HOST to an address of this machine.',
  ],
])('npm run console %j with %j ends with one message', (words, variables, message) => {
  expect(start(words, variables)).toEqual({ status: 1, stdout: '', stderr: `${message}\n` });
});

test('a service without a policy says how to import one', () => {
  const { stderr } = start([], { ...company, CONSOLE_PORT: '3399', RELEASE_STORE: 's3://x' });
  expect(stderr).toContain(
    'There is no release policy: people can only read. Import one: platform/deploy/README.md has the commands of compose and Kubernetes; without containers run npm run console -- import-policy FILE.\n',
  );
});

function start(words: readonly string[], variables: NodeJS.ProcessEnv) {
  const program = path.join(root, 'platform/release-console/server/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...variables },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
