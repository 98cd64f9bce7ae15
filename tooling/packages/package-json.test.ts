import { resolveExports } from './compile-sources';
import { createPackageJson } from './package-json';

const source = {
  name: '@shop/forms',
  version: '1.2.0',
  description: 'Forms.',
  dependencies: { '@shop/ui': '2.0.0', formik: '2.4.9', react: '19.3.1' },
  federation: { lazy: ['./form'] },
};
const settings = { scope: '@shop', registry: 'https://packages.example/', repository: 'https://git.example/s' };
const versions = { '@shop/ui': '2.0.0', react: '19.3.1', 'react-dom': '19.3.1' };

test('a published package has ranges for packages of the shop, React as a peer, and one registry', () => {
  expect(createPackageJson(source, {}, { settings, versions, hasReactPeers: true })).toMatchObject({
    name: '@shop/forms',
    version: '1.2.0',
    repository: { url: 'https://git.example/s' },
    files: expect.arrayContaining(['dist']),
    publishConfig: { registry: 'https://packages.example/' },
    federation: { lazy: ['./form'] },
    dependencies: { '@shop/ui': '^2.0.0', formik: '2.4.9' },
    peerDependencies: { react: '^19.3.0', 'react-dom': '^19.3.0' },
  });
});

test('exports point to built files, and a pattern to one file each', () => {
  const exports = { './*': './src/*.ts', './core': './src/core.tsx', './base.css': './src/base.css' };
  expect(resolveExports(exports, ['a.ts', 'core.tsx', 'base.css', 'parts/b.ts'])).toEqual({
    './a': { types: './dist/a.d.ts', default: './dist/a.js' },
    './base.css': './dist/base.css',
    './core': { types: './dist/core.d.ts', default: './dist/core.js' },
    './parts/b': { types: './dist/parts/b.d.ts', default: './dist/parts/b.js' },
  });
});
