import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RemoteOptions } from './remote-options';
import { createSlotFiles, formatSlotLoaders, getSlotFolder } from './slot-files';

/** Name, path, slot and place of a new remote. */
export interface NewRemote extends RemoteOptions {
  /** Relative path from the remote's folder to the repository: `..`. */
  toRoot: string;
  /** Versions to pin, by package, as the other remotes have them. */
  versions: Readonly<Record<string, string>>;
}

const toPascalCase = (name: string) =>
  name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
export const toTitle = (name: string) => toPascalCase(name).replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');

const developmentPackages = ['federation', 'testing'];

/**
 * Creates the files of a new remote: one path with its screen, one slot with its component, and
 * their tests. They pass every check unchanged.
 *
 * @returns Contents by path, relative to the remote's folder.
 * @see CONTRIBUTING.md "Add a remote"
 */
export function createRemoteFiles({ name, path, slot, toRoot, versions }: NewRemote): Record<string, string> {
  const component = toPascalCase(name);
  const title = toTitle(name);
  // The endpoint of the screen needs the API and its decoders.
  const sharedPackages = [...(path ? ['api-client', 'api-contract'] : []), 'language', 'remote-contract', 'ui'];
  const pin = (packages: readonly string[]) =>
    Object.fromEntries(packages.map((name) => [name, versions[name] ?? '1.0.0']).sort());
  return {
    'package.json': formatJson({
      name: `@shop/mf-${name}`,
      version: '0.1.0',
      private: true,
      description: `${title}.`,
      type: 'module',
      exports: {},
      scripts: { build: 'rspack build' },
      dependencies: pin([...sharedPackages.map((shared) => `@shop/${shared}`), 'react']),
      devDependencies: pin([...developmentPackages.map((shared) => `@shop/${shared}`), '@testing-library/react']),
    }),
    'tsconfig.json': formatJson({
      extends: `${toRoot}/tsconfig.base.json`,
      compilerOptions: { types: ['jest', '@testing-library/jest-dom'] },
      include: [`${toRoot}/shared/federation/assets.d.ts`, 'src'],
      references: [...sharedPackages, ...developmentPackages].map((shared) => ({ path: `${toRoot}/shared/${shared}` })),
    }),
    'rspack.config.ts': `import { defineRemote } from '@shop/federation/define-remote';
import { paths } from './src/paths';
${slot ? "import { slots } from './src/slots';\n" : ''}
export default defineRemote({ root: import.meta.dirname, paths${slot ? ', slots' : ''} });
`,
    'README.md': `# mf-${name}

${title}. Owner: name the team.

| Path or slot | Component |
| --- | --- |
${[path && `| \`${path}\` | \`src/features/${name}\` |`, slot && `| \`${slot}\` | \`src/features/${getSlotFolder(slot)}\` |`].filter(Boolean).join('\n')}

**Without the shell**: \`npm run standalone -- mf-${name}\`. **Tests**: \`npx jest mf-${name}\`. **Ship**: \`npm run release -- publish mf-${name}\`.
`,
    'src/paths.ts': `import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. */
export const paths = {${path ? `\n  ${quoteKey(name)}: { pattern: '${path}', access: 'open' },\n` : ''}} as const satisfies OwnedPaths;
`,
    'src/routes.ts': formatRoutes({ name, path, slot }),
    'src/texts/hi.json': formatJson(createCatalog(title, path !== undefined)),
    ...(path ? createScreenFiles({ name, path, component, title }) : {}),
    ...(slot ? createSlotFiles({ slot, component, title }) : {}),
  };
}

/** Creates the Hindi texts of a new remote. Its title is left to the team. */
function createCatalog(title: string, hasScreen: boolean): Record<string, string> {
  const texts = {
    [title]: title,
    'This section is new. Come back soon.': 'यह सेक्शन नया है। जल्द ही फिर आइए।',
    ...(hasScreen && {
      'Loading products': 'प्रोडक्ट लोड हो रहे हैं',
      'The products did not load.': 'प्रोडक्ट लोड नहीं हुए।',
    }),
  };
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function formatRoutes({ name, path, slot }: RemoteOptions): string {
  const chunk = `import(/* webpackChunkName: "${name}" */ './features/${name}/${name}.route')`;
  return `import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
${slot ? "import type { RemoteSlots } from '@shop/remote-contract/slots';\n" : ''}import type { paths } from './paths';
${slot ? "import type { slots as filledSlots } from './slots';\n" : ''}
export const routes: RemoteRoutes<typeof paths> = {${path ? `\n  ${quoteKey(name)}: () => ${chunk},\n` : ''}};
${slot ? `\n${formatSlotLoaders(slot)}` : ''}`;
}

/** Creates the files of the screen: its endpoint, its route, its hook, and its test. */
function createScreenFiles({ name, path, component, title }: Record<'name' | 'path' | 'component' | 'title', string>) {
  const screen = `${component}Screen`;
  const prefix = component.charAt(0).toLowerCase() + component.slice(1);
  const feature = `src/features/${name}`;
  return {
    [`src/api/${name}.endpoints.ts`]: `import { storeApi } from '@shop/api-client/store-api';
import { type ProductPage, productPageDecoder } from '@shop/api-contract/decoders/product';

/** The endpoints of this remote. All remotes share one API, so each name begins with the name of the remote. */
export const ${prefix}Api = storeApi.injectEndpoints({
  endpoints: (build) => ({
    ${prefix}Products: build.query<ProductPage, void>({
      query: () => ({ url: '/products', params: { page: 1, limit: 4 } }),
      rawResponseSchema: productPageDecoder,
    }),
  }),
});
`,
    [`${feature}/${name}.route.tsx`]: `import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { ${prefix}Api } from '../../api/${name}.endpoints';
import { ${screen} } from './${name}.screen';

export const screen: RemoteScreen = {
  Screen: ${screen},
  // The first view's data: the server renders the page with it.
  load: async ({ dispatch }) => {
    await dispatch(${prefix}Api.endpoints.${prefix}Products.initiate(undefined, { subscribe: false }));
  },
};
`,
    [`${feature}/use-products.ts`]: `import { toApiError } from '@shop/api-client/api-error';
import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect } from 'react';
import { ${prefix}Api } from '../../api/${name}.endpoints';

export type ProductsState =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; products: readonly Product[] };

/** Loads the products of the screen. */
export function useProducts(): ProductsState {
  const { currentData, error, isFetching, refetch } = ${prefix}Api.use${component}ProductsQuery();
  useEffect(() => {
    if (error) console.error('The products did not load:', toApiError(error));
  }, [error]);
  if (error && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  return currentData ? { kind: 'ready', products: currentData.products } : { kind: 'loading' };
}
`,
    [`${feature}/${name}.screen.tsx`]: `import { useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { type ProductsState, useProducts } from './use-products';

/** ${title}: the first screen of a new remote. */
export function ${screen}() {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead title={t('${title}')} />
      <PageHeading>{t('${title}')}</PageHeading>
      <Typography>{t('This section is new. Come back soon.')}</Typography>
      <Products state={useProducts()} />
    </Page>
  );
}

function Products({ state }: { state: ProductsState }) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <Typography role="status">{t('Loading products')}</Typography>;
    case 'failed':
      return <LoadFailure message={t('The products did not load.')} onRetry={state.retry} />;
    case 'ready':
      return (
        <ul>
          {state.products.map((product) => (
            <li key={product.id} lang={t.dataLanguage}>
              {product.name}
            </li>
          ))}
        </ul>
      );
  }
}
`,
    [`${feature}/${name}.test.tsx`]: `import { aProduct, aProductList } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

test('shows its heading and the products at ${path}', async () => {
  answer('GET', '/products', { body: aProductList([aProduct({ title: 'Saucepan' })]) });
  renderRoutes({ paths, routes, at: '${path}' });
  expect(await screen.findByText('Saucepan')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: '${title}' })).toBeInTheDocument();
});

test('shows the products after a failure and a retry', async () => {
  answer('GET', '/products', 'no response');
  expectLog('The products did not load');
  const { user } = renderRoutes({ paths, routes, at: '${path}' });
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  answer('GET', '/products', { body: aProductList([aProduct({ title: 'Saucepan' })]) });
  await user.click(retry);
  expect(await screen.findByText('Saucepan')).toBeInTheDocument();
});
`,
  };
}

/** Writes the files of a new remote. @throws When its folder exists. */
export function writeRemote(folder: string, files: Readonly<Record<string, string>>): void {
  if (existsSync(folder)) throw new Error(`${folder} exists already: choose another name or --folder.`);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}

export const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const quoteKey = (name: string) => (name.includes('-') ? `'${name}'` : name);
