import { createRemoteFiles, formatJson, toTitle } from '../../remote-template/remote-files';
import type { RemoteOptions } from '../../remote-template/remote-options';

/** What `create-remote` knows of the shop: `shop.json`, written when the package is built. */
export interface ShopPackages {
  /** Scope of the published packages, such as `@shop`. */
  scope: string;
  /** URL of the repository that holds the reusable workflow. */
  repository: string;
  /** Range or version of each package that a remote installs, by the name that code imports. */
  versions: Readonly<Record<string, string>>;
}

/** A remote in a repository of its own. */
export interface OutsideRemote extends RemoteOptions {
  /** URL of the registry of the shop's packages. */
  registry: string;
  /** URL of the remote's own repository. `release.json` records it. */
  repository?: string | undefined;
  /** Version of React. Default: the version that the shop is tested with. */
  react?: string | undefined;
}

/** Packages of the shop that only outside remotes need: this repository has the files themselves. */
const settingsPackages = ['@shop/jest-preset', '@shop/release', '@shop/tsconfig'];
const libraries = ['@rspack/cli', '@rspack/core', '@testing-library/jest-dom', '@testing-library/react'];
const tools = ['@types/jest', '@types/react', 'jest', 'jiti', 'typescript'];

/**
 * Creates the files of a remote in a repository of its own.
 *
 * @returns Contents by path, relative to the remote's folder.
 */
export function createOutsideFiles(remote: OutsideRemote, shop: ShopPackages): Record<string, string> {
  const { name, path, slot, registry } = remote;
  const { react = shop.versions.react ?? '' } = remote;
  const pin = (packages: readonly string[]) =>
    Object.fromEntries(packages.map((dependency) => [dependency, shop.versions[dependency] ?? '']).sort());
  const template = createRemoteFiles({ name, path, slot, toRoot: '', versions: shop.versions });
  const inside = JSON.parse(template['package.json'] ?? '');
  const sources = Object.entries(template).filter(([file]) => file === 'rspack.config.ts' || file.startsWith('src/'));
  return {
    'package.json': formatJson({
      name: `mf-${name}`,
      version: '0.1.0',
      private: true,
      description: `${toTitle(name)}.`,
      ...(remote.repository && { repository: { type: 'git', url: remote.repository } }),
      type: 'module',
      scripts: { dev: 'shop dev', build: 'rspack build', test: 'jest', types: 'tsc', release: 'release' },
      jest: { preset: '@shop/jest-preset' },
      dependencies: { ...pin(Object.keys(inside.dependencies)), react, 'react-dom': react },
      devDependencies: pin([...Object.keys(inside.devDependencies), ...settingsPackages, ...libraries, ...tools]),
    }),
    '.npmrc': formatRegistryLines(shop.scope, registry),
    '.gitignore': 'node_modules/\ndist/\n.cache/\n.data/\n.mf/\n',
    'tsconfig.json': formatJson({ extends: '@shop/tsconfig/base.json', include: ['src'] }),
    'README.md': formatReadme(remote),
    '.github/workflows/remote.yml': formatWorkflow(name, registry, shop.repository),
    ...Object.fromEntries(sources),
  };
}

/** The scope of the imports has a line too: it must never resolve on a public registry. */
const formatRegistryLines = (scope: string, registry: string): string =>
  [...new Set([scope, '@shop'])].map((name) => `${name}:registry=${registry}\n`).join('');

function formatReadme({ name, path, slot }: OutsideRemote): string {
  const parts = [path && `owns \`${path}\``, slot && `fills \`${slot}\``].filter(Boolean).join(' and ');
  return `# mf-${name}

${toTitle(name)}. Owner: name the team. The remote ${parts}.

\`\`\`
npm install
SHOP_URL=https://shop.example npm run dev # the live shop with this remote in it, from source
npm test                                  # its tests, with the fakes of @shop/testing
npm run types
npm run build
npm run release -- publish mf-${name}     # builds twice, rejects a build that differs, uploads
npm run release -- preview mf-${name}@0.1.0
npm run release -- promote mf-${name}@0.1.0 --reason "first version"
npm run release -- rollback mf-${name} --reason "what broke"
\`\`\`

The release command needs \`RELEASE_STORE\`, the address of the shop's release service, and a token of it
(\`npm run release -- login https://releases.example\`). The workflow needs no token: the release policy names its repository.
`;
}

function formatWorkflow(name: string, registry: string, repository: string): string {
  const [, owner = ''] = repository.match(/([^/:]+\/[^/]+?)(\.git)?\/?$/) ?? [];
  return `name: mf-${name}
on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read
  # For the comment with the preview.
  pull-requests: write
  # For the release service.
  id-token: write

jobs:
  remote:
    uses: ${owner}/.github/workflows/remote.yml@main
    with:
      app: mf-${name}
      registry: ${registry}
    secrets:
      NODE_AUTH_TOKEN: \${{ secrets.NODE_AUTH_TOKEN }}
`;
}
