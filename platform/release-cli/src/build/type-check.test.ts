import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Declarations } from '@shop/releases/release/declarations';
import { typeCheck } from './type-check';
import { root } from './workspace';

// Inside the repository, so that the compiler finds its libraries.
mkdirSync(path.join(root, '.cache'), { recursive: true });
const remote = mkdtempSync(path.join(root, '.cache/type-check-test-'));
afterAll(() => rmSync(remote, { recursive: true, force: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(remote, file)), { recursive: true });
  writeFileSync(path.join(remote, file), text);
};
write(
  'tsconfig.json',
  JSON.stringify({
    compilerOptions: { strict: true, module: 'preserve', moduleResolution: 'bundler', target: 'es2022', types: [] },
  }),
);
write(
  'src/order.ts',
  `import { useCart, useCartActions } from '@shop/cart/use-cart';

export const placeOrder = () => {
  useCartActions().removeOrdered([useCart().count]);
};`,
);
write('src/order.test.ts', 'const wrong: number = "tests are not published";');

const line = 'import { type Line } from "./cart-line";\n';
const actions = 'export interface CartActions {\n    removeOrdered: (lines: readonly Line[]) => void;\n}\n';
const hooks =
  'export declare function useCart(): {\n    count: number;\n};\nexport declare function useCartActions(): CartActions;\n';
const create = (text: string): Declarations => ({
  schema: 1,
  modules: { '@shop/cart/use-cart': '@shop/cart/src/use-cart.d.ts' },
  files: { '@shop/cart/src/use-cart.d.ts': text, '@shop/cart/src/cart-line.d.ts': 'export type Line = number;\n' },
});

it('finds no problem when the shell provides what the remote uses, and leaves no files', async () => {
  expect(await typeCheck(remote, create(line + actions + hooks))).toEqual([]);
  expect(readdirSync(path.join(remote, '.cache'))).toEqual([]);
});

it('names the file, the line and the export when a returned object lacks a member', async () => {
  expect(await typeCheck(remote, create(line + actions.replace('removeOrdered', 'takeOut') + hooks))).toEqual([
    {
      file: 'src/order.ts',
      line: 4,
      message: "Property 'removeOrdered' does not exist on type 'CartActions'.",
      exports: ['useCartActions of @shop/cart/use-cart'],
    },
  ]);
});

it('fails for a remote without a tsconfig.json, and says what to do', async () => {
  const empty = path.join(remote, 'empty');
  mkdirSync(path.join(empty, 'src'), { recursive: true });
  await expect(typeCheck(empty, create(hooks))).rejects.toThrow(
    /cannot be checked: TS\d+: .*Correct its tsconfig\.json\.$/,
  );
});
