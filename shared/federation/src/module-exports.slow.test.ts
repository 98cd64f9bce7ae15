import type { ConsumedModule } from './build-manifest';
import { buildFixtures } from './testing/build-fixtures';

const cart = { key: 'cart', version: '1.4.0', range: '^1.4.0', isEager: true };
const tools = { key: 'tools', version: '2.0.0', range: '^2.0.0', isEager: false };

/** Builds a remote whose screen has the source. @returns The exports that its build records, by module. */
async function listRecorded(source: string): Promise<Record<string, string[]>> {
  const { 'mf-a': files } = await buildFixtures(
    [{ kind: 'remote', name: 'mf-a', version: '1.0.0', runtime: 'thin', shared: [cart, tools] }],
    {
      'node_modules/cart/package.json': JSON.stringify({ name: 'cart', version: '1.4.0', main: 'index.ts' }),
      'node_modules/cart/index.ts':
        'export const add = () => 1; export const clear = () => 2; export type Cart = number;',
      'node_modules/tools/package.json': JSON.stringify({ name: 'tools', version: '2.0.0', main: 'index.ts' }),
      'node_modules/tools/index.ts': 'export const zoom = 3;',
      'mf-a/src/routes.ts': "export const routes = { home: () => import(/* webpackChunkName: 'home' */ './home') };",
      'mf-a/src/home.ts': source,
      'mf-a/src/lines.ts': "export { clear as clearLines } from 'cart'; export const unused = 5;",
    },
  );
  const { consumes } = JSON.parse(files?.['build.json'] ?? '{}') as { consumes: Record<string, ConsumedModule> };
  return Object.fromEntries(Object.entries(consumes).map(([key, { exports }]) => [key, Object.keys(exports)]));
}

it('records the exports that a remote uses, with the version that it was compiled with', async () => {
  expect(
    await listRecorded(`
      import { add, type Cart } from 'cart';
      import { clearLines } from './lines';
      export const screen = (cart: Cart) => add() + clearLines() + cart;`),
  ).toEqual({ cart: ['add', 'clear'], tools: [] });
});

it('records no type, and no import that nothing uses', async () => {
  expect(
    await listRecorded(`
      import type { Cart } from 'cart';
      import { unused } from './lines';
      export const screen = (cart: Cart) => cart + unused;`),
  ).toEqual({ cart: [], tools: [] });
});

it('records the members of an import of the whole module, and a star when the module is passed on', async () => {
  expect(
    await listRecorded(`
      import * as cart from 'cart';
      import * as tools from 'tools';
      export const screen = () => [cart.add(), tools];`),
  ).toEqual({ cart: ['add'], tools: ['*'] });
});

it('records a star for a module that loads on demand', async () => {
  expect(await listRecorded("export const screen = async () => (await import('tools')).zoom;")).toEqual({
    cart: [],
    tools: ['*'],
  });
});
