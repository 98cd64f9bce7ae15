import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { activateNextKey, ensureKeys, readSigningKey } from '@shop/releases/signing/keys';
import { openTestEnvironment } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { createTerminal } from '../testing/terminal';

const root = createTestFolder();
let count = 0;

/** Creates a terminal with a key folder of its own. @param hasShop  Whether production has a live composition. */
async function createRotation(hasShop: boolean) {
  const keys = path.join(root, String(++count));
  const terminal = createTerminal();
  const { host, runOk, store } = terminal;
  await ensureKeys(keys);
  host.keysDir = keys;
  host.openEnvironment = async (name) => ({ ...(await openTestEnvironment(store, keys)), name });
  if (hasShop) {
    await runOk('publish shell');
    await runOk('promote shell@1.0.0 --reason opening');
  }
  const rotate = (step: string) => terminal.run(`rotate-key ${step}${step === 'activate' ? ' --reason yearly' : ''}`);
  return { ...terminal, keys, rotate };
}

/** Reads every file of a key folder. */
const readKeys = (keys: string) =>
  readdirSync(keys, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, readFileSync(file, 'utf8')]);

test('rotate-key activate signs each HEAD with a note, also while the environment is locked', async () => {
  const { runOk, runJson, store } = await createRotation(true);
  for (const what of ['shell', '']) await runOk(`lock ${what} --reason sale`);
  const { head } = await runJson('status');
  // An environment may have a composition and no HEAD.
  await store.putIfAbsent('env/staging/compositions/1.json', Buffer.from('{}'));
  await runOk('rotate-key prepare');
  expect(await runOk('rotate-key activate --reason yearly')).toContain('has signed HEAD of production.');
  expect(await runOk('history --limit 1')).toMatch(/4 .*wrote a note +yearly/);
  expect(await runJson('status')).toMatchObject({ head: { seq: 4, locks: head.locks } });
  expect(await runOk('rotate-key finish')).toContain('moved to trusted/past/');
});

/** Removes the public key of the next signing key. */
const distrustNextKey = async (keys: string) => {
  const { id } = await readSigningKey(keys);
  for (const name of readdirSync(path.join(keys, 'trusted'))) {
    if (name !== `${id}.pem`) rmSync(path.join(keys, 'trusted', name));
  }
};
const noNextKey =
  /^There is no next key, and the key [0-9a-f]+ has signed every HEAD: end a rotation with "rotate-key finish", or begin one with "rotate-key prepare"\.$/;

describe.each([
  ['a live shop', true],
  ['no environment', false],
])('in a release store with %s', (_, hasShop) => {
  const intact = async () => undefined;
  it.each<[done: string[], step: string, error: RegExp, breakKeys: (keys: string) => Promise<void>]>([
    [[], 'activate', noNextKey, intact],
    [
      ['prepare'],
      'finish',
      /next-signing-key\.pem waits for its activation: run "rotate-key activate" first\.$/,
      intact,
    ],
    [['prepare', 'activate'], 'activate', noNextKey, intact],
    [['prepare', 'activate', 'finish'], 'activate', noNextKey, intact],
    [
      ['prepare'],
      'activate',
      /^The next key [0-9a-f]{16} is not in .*trusted: run "rotate-key prepare" again/,
      distrustNextKey,
    ],
  ])(
    'after %j, rotate-key %s is refused and changes no key, and the rotation can be completed',
    async (done, step, error, breakKeys) => {
      const { keys, rotate, run, runOk } = await createRotation(hasShop);
      for (const earlier of done) expect(await rotate(earlier)).toMatchObject({ exitCode: 0 });
      await breakKeys(keys);
      const before = readKeys(keys);
      const outcome = await rotate(step);
      expect(outcome).toMatchObject({ exitCode: 1, output: expect.stringMatching(error) });
      expect(readKeys(keys)).toEqual(before);
      for (const next of ['prepare', 'activate', 'finish']) {
        expect(await rotate(next)).toMatchObject({ isError: false, output: expect.any(String), exitCode: 0 });
      }
      expect(readdirSync(path.join(keys, 'trusted')).filter((name) => name.endsWith('.pem'))).toEqual([
        `${(await readSigningKey(keys)).id}.pem`,
      ]);
      if (hasShop) await runOk('lock shell --reason sale');
      else expect((await run('status')).output).toContain('no live composition yet');
    },
  );
});

test('rotate-key finish is refused without the public key of the signing key, and leaves trusted/ as it is', async () => {
  const { keys, rotate } = await createRotation(false);
  for (const step of ['prepare', 'activate']) await rotate(step);
  const { id } = await readSigningKey(keys);
  rmSync(path.join(keys, 'trusted', `${id}.pem`));
  const before = readKeys(keys);
  expect(await rotate('finish')).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(`The signing key ${id} is not in ${keys}/trusted`),
  });
  expect(readKeys(keys)).toEqual(before);
});

test('a second rotate-key activate completes one that ended before it had signed HEAD', async () => {
  const { keys, rotate, runOk } = await createRotation(true);
  await rotate('prepare');
  const { id } = await activateNextKey(keys);
  expect(await rotate('finish')).toMatchObject({ exitCode: 1, output: expect.stringContaining('is not signed') });
  expect(await rotate('activate')).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining(`The key ${id} has signed HEAD of production.`),
  });
  await runOk('rotate-key finish');
  expect(await runOk('history --limit 1')).toMatch(/2 .*wrote a note +yearly/);
});

test('rotate-key activate is refused before it replaces the key while an environment has lost its HEAD', async () => {
  const { keys, rotate, runOk, store } = await createRotation(true);
  await runOk('note --reason x');
  await rotate('prepare');
  await store.remove('env/production/HEAD.json');
  const before = readKeys(keys);
  for (const step of ['activate', 'finish']) {
    expect(await rotate(step)).toMatchObject({ exitCode: 1, output: expect.stringContaining('recover-head') });
  }
  expect(readKeys(keys)).toEqual(before);
});
