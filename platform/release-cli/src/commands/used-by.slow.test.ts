import { type FakeBuildOptions, publishBuild } from '@shop/releases/testing/fake-build';
import { createTerminal } from '../testing/terminal';

const core = '@shop/ui/core';

/** Creates a shop whose shell shares `@shop/ui/core`. */
async function createSharingShop() {
  const shop = createTerminal();
  const publishApp = (build: FakeBuildOptions) => publishBuild(shop.store, build);
  const publishRemote = (app: string, version: string, names: string[]) => {
    const exports = Object.fromEntries(names.map((name) => [name, '2.0.0']));
    const consumes = { [core]: { range: '^2.0.0', exports } };
    return publishApp({ app, version, paths: { home: `/${app}` }, consumes });
  };
  const exports = { Button: '2.0.0', Badge: '2.0.0', Divider: '2.0.0' };
  await publishApp({ app: 'shell', provides: { [core]: { version: '2.0.0', files: [], exports } } });
  await publishRemote('mf-a', '1.0.0', ['Badge']);
  await publishRemote('mf-b', '1.0.0', ['Button', 'Badge']);
  await publishRemote('mf-a', '1.1.0', ['Button']);
  await publishRemote('mf-b', '1.1.0', ['*']);
  await shop.runOk('promote shell@1.0.0 mf-a@1.0.0 mf-b@1.0.0 --reason opening');
  await shop.runOk('promote mf-a@1.1.0 --canary 10');
  await shop.runOk('preview mf-b@1.1.0 --ttl 2h');
  return shop;
}

it('lists the live releases, canaries and previews that use an export', async () => {
  const shop = await createSharingShop();
  const uses: { app: string; version: string; places: string[]; exports: string[] }[] = await shop.runJson(
    `used-by ${core} Button`,
  );
  expect(uses.map(({ app, version, exports }) => [app, version, exports])).toEqual([
    ['mf-b', '1.0.0', ['Button']],
    ['mf-a', '1.1.0', ['Button']],
    ['mf-b', '1.1.0', ['*']],
  ]);
  expect(uses.map(({ places }) => places.map((place) => place.replace(/until .* by/, 'by')))).toEqual([
    ['live', 'canary of mf-a'],
    ['canary of mf-a'],
    ['preview by asha'],
  ]);
});

it('lists every use of a module without the name of an export, and says when there is none', async () => {
  const shop = await createSharingShop();
  expect(await shop.runOk(`used-by ${core}`)).toMatch(/mf-a\s+1\.0\.0\s+live, preview until .* by asha\s+Badge/);
  expect(await shop.runOk('used-by react-dom createPortal')).toBe(
    'No release in production uses createPortal of react-dom.',
  );
});

it('rejects an export that the module does not have, and lists the known ones', async () => {
  const shop = await createSharingShop();
  expect(await shop.run(`used-by ${core} Buton`)).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining(`${core} does not export "Buton": choose from Badge, Button, Divider.`),
  });
});
