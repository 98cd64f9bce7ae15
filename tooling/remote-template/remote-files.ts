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
  const sharedPackages = ['remote-contract', 'ui'];
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
    ...(path ? createScreenFiles({ name, path, component, title }) : {}),
    ...(slot ? createSlotFiles({ slot, component, title }) : {}),
  };
}

function formatRoutes({ name, path, slot }: RemoteOptions): string {
  const chunk = `import(/* webpackChunkName: "${name}" */ './features/${name}/${name}.route')`;
  return `import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
${slot ? "import type { RemoteSlots } from '@shop/remote-contract/slots';\n" : ''}import type { paths } from './paths';
${slot ? "import type { slots as filledSlots } from './slots';\n" : ''}
export const routes: RemoteRoutes<typeof paths> = {${path ? `\n  ${quoteKey(name)}: () => ${chunk},\n` : ''}};
${slot ? `\n${formatSlotLoaders(slot)}` : ''}`;
}

/** Creates the files of the screen and its test. */
function createScreenFiles({ name, path, component, title }: Record<'name' | 'path' | 'component' | 'title', string>) {
  const screen = `${component}Screen`;
  return {
    [`src/features/${name}/${name}.route.tsx`]: `import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { ${screen} } from './${name}.screen';

export const screen: RemoteScreen = { Screen: ${screen} };
`,
    [`src/features/${name}/${name}.screen.tsx`]: `import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';

/** ${title}: the first screen of a new remote. */
export function ${screen}() {
  return (
    <Container>
      <DocumentHead title="${title}" />
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
