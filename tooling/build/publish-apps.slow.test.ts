import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { createTestFolder } from '@shop/releases/testing/test-resources';

const objectStore = { RELEASE_STORE: 's3://releases', AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: 'secret' };
const service = { RELEASE_STORE: 'https://releases.example' };
const dataDir = createTestFolder();

/** Runs `npm start` or a command like it. */
function serve(args: readonly string[], variables: NodeJS.ProcessEnv) {
  const program = ['--import', 'tsx', path.join(root, 'tooling/commands/serve.ts')];
  const env = { PATH: process.env.PATH, ...variables };
  return spawnSync(process.execPath, [...program, ...args], { cwd: root, env, encoding: 'utf8' });
}

test.each([
  ['gateway', 'an object store', objectStore, / leave it out, or serve that store with the gateway alone/],
  ['', 'an object store', objectStore, / leave it out, or serve that store with the gateway alone/],
  ['', 'a release service', service, / leave it out\.$/],
])('npm start %s rejects %s before it builds anything', (part, kind, store, remedy) => {
  const { status, stdout, stderr } = serve(['start', part].filter(Boolean), store);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^RELEASE_STORE names ${kind}, `));
  expect(stderr.trim()).toMatch(remedy);
});

const notAPart = ' is not a part of the shop: type npm start gateway or npm start api.';

test.each([
  [['start', 'gatway'], {}, `"gatway"${notAPart}`],
  [['start', 'console'], {}, `"console"${notAPart}`],
  [['start', '--help'], {}, `"--help"${notAPart}`],
  [['start', 'gateway', 'api'], {}, `"gateway api"${notAPart}`],
  [['dev', 'mf-none'], {}, 'There is no app "mf-none": choose from '],
  // A blank address does not lead to a live shop.
  [['dev', 'mf-none'], { SHOP_URL: ' ' }, 'There is no app "mf-none": choose from '],
  [['standalone', 'mf-catalog', 'mf-payment'], {}, 'Name one remote: npm run standalone -- '],
  [['components', 'button'], {}, "Unexpected argument 'button': it takes none."],
  [
    ['start'],
    { PORT: '47123', STORE_API_PORT: '47123' },
    'PORT and STORE_API_PORT both need port 47123: set one to another port.',
  ],
])('npm run %j with %j is refused before anything is built', (args, variables, message) => {
  const { status, stdout, stderr } = serve(args, { DATA_DIR: dataDir, ...variables });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
});
