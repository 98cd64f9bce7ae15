/** Name, path and place of a new remote. */
export interface NewRemote {
  /** Without the prefix: `reviews` becomes `mf-reviews`. */
  name: string;
  /** The path it owns: `/reviews`. */
  path: string;
  /** Relative path from the remote's folder to the repository: `..`. */
  toRoot: string;
  /** Versions to pin, by package, as the other remotes have them. */
  versions: Readonly<Record<string, string>>;
}

const toPascalCase = (name: string) =>
  name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
const toTitle = (name: string) => toPascalCase(name).replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');

const sharedPackages = ['remote-contract', 'store-info', 'ui'];
const developmentPackages = ['federation', 'testing'];

/**
 * Creates the files of a new remote: one path, one screen and its test. They pass every check unchanged.
 *
 * @returns Contents by path, relative to the remote's folder.
 * @see CONTRIBUTING.md "Add a remote"
 */
export function createRemoteFiles({ name, path, toRoot, versions }: NewRemote): Record<string, string> {
  const screen = `${toPascalCase(name)}Screen`;
  const title = toTitle(name);
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

export default defineRemote({ root: import.meta.dirname, paths });
`,
    'README.md': `# mf-${name}

${title}. Owner: name the team.

| Path      | Screen                   |
| --------- | ------------------------ |
| \`${path}\` | \`src/features/${name}\` |

**Without the shell**: \`npm run standalone -- mf-${name}\`. **Tests**: \`npx jest mf-${name}\`. **Ship**: \`npm run release -- publish mf-${name}\`.
`,
    'src/paths.ts': `import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. */
export const paths = {
  ${quoteKey(name)}: { pattern: '${path}', access: 'open' },
} as const satisfies OwnedPaths;
`,
    'src/routes.ts': `import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

export const routes: RemoteRoutes<typeof paths> = {
  ${quoteKey(name)}: () => import(/* webpackChunkName: "${name}" */ './features/${name}/${name}.route'),
};
`,
    [`src/features/${name}/${name}.route.tsx`]: `import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { ${screen} } from './${name}.screen';

export const screen: RemoteScreen = { Screen: ${screen} };
`,
    [`src/features/${name}/${name}.screen.tsx`]: `import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';

/** ${title}: the first screen of a new remote. */
export function ${screen}() {
  const { info } = useStoreInfo();
  return (
    <Container>
      <DocumentHead title="${title}" storeName={info?.storeName} description={info?.description} />
      <PageHeading>${title}</PageHeading>
      <Typography>This section is new. Come back soon.</Typography>
    </Container>
  );
}
`,
    [`src/features/${name}/${name}.test.tsx`]: `import { aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

test('shows its heading at ${path}', async () => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  renderRoutes({ paths, routes, at: '${path}' });
  expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeInTheDocument();
});
`,
  };
}

const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const quoteKey = (name: string) => (name.includes('-') ? `'${name}'` : name);
