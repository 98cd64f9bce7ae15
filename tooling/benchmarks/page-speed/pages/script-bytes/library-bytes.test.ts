import { buildSync } from 'esbuild';
import { findLibrary, getLibraryShares, sumLibraryBytes } from './library-bytes';

test.each([
  ['webpack://shell/../node_modules/react-dom/cjs/react-dom-client.production.js', 'React'],
  ['webpack://shell/../node_modules/@mui/system/esm/styled/styled.mjs', 'MUI and Emotion'],
  ['webpack://shell/../node_modules/@reduxjs/toolkit/dist/query/rtk-query.modern.mjs', 'Redux Toolkit'],
  ['webpack://shell/../node_modules/react-router/dist/production/chunk.mjs', 'React Router'],
  ['webpack://shell/../node_modules/@module-federation/runtime/dist/index.js', 'federation runtime'],
  ['webpack://shell/../shared/federation/src/runtime/provide-runtime-core.ts', 'federation runtime'],
  ['webpack://shell/../node_modules/valibot/dist/index.mjs', 'other libraries'],
  ['webpack://shell/../node_modules/a/node_modules/immer/index.js', 'Redux Toolkit'],
  ['webpack://shell/./src/app.tsx', 'own code'],
  ['webpack://shell/webpack/runtime/jsonp_chunk_loading', 'bundler runtime'],
])('%s belongs to %s', (source, library) => {
  expect(findLibrary(source)).toBe(library);
});

test('divides a script among the sources of its map', () => {
  const built = buildSync({
    stdin: { contents: 'console.log("own".repeat(3))', sourcefile: 'src/app.ts', resolveDir: __dirname },
    banner: { js: '"banner";'.repeat(10) },
    bundle: true,
    minify: true,
    write: false,
    sourcemap: 'external',
    outfile: 'main.js',
  });
  const [map, script] = built.outputFiles;
  const code = String(script?.text);
  const shares = getLibraryShares(code, String(map?.text).replace('src/app.ts', 'webpack://a/./src/app.ts'));
  expect([...shares.keys()].sort()).toEqual(['bundler runtime', 'own code']);
  expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(shares.get('own code')).toBeGreaterThan(0.1);
});

test('adds up the bytes of a library over scripts', () => {
  const sums = sumLibraryBytes([
    {
      bytes: 1000,
      shares: new Map([
        ['React', 0.5],
        ['own code', 0.5],
      ]),
    },
    { bytes: 100, shares: new Map([['React', 1]]) },
  ]);
  expect(sums).toEqual(
    new Map([
      ['React', 600],
      ['own code', 500],
    ]),
  );
});
