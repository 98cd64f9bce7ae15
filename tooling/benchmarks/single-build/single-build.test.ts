import { composeSingleBuild } from './single-build';

const manifest = {
  entry: ['main.js'],
  styles: ['main.css'],
  remotes: [
    {
      name: 'mf-catalog',
      paths: [
        {
          pattern: '/product/:id',
          access: 'open' as const,
          id: 'product',
          files: ['product.js'],
          styles: ['product.css'],
        },
      ],
    },
  ],
};
const files = new Map(['main.js', 'main.css', 'product.js', 'product.css'].map((name) => [name, Buffer.from(name)]));

test('a path preloads the scripts of its screen with their hashes', () => {
  const composition = composeSingleBuild(manifest, '/r/single/', files);
  const [path] = composition.remotes[0]?.paths ?? [];
  expect(path).toMatchObject({ id: 'product', pattern: '/product/:id' });
  expect(path?.preloads).toEqual([{ url: '/r/single/product.js', integrity: expect.stringMatching(/^sha384-.{64}$/) }]);
  expect(path?.styles?.map(({ url }) => url)).toEqual(['/r/single/product.css']);
});

test('every remote has the entry of the build, which the document loads in any case', () => {
  const { shell, remotes } = composeSingleBuild(manifest, '/r/single/', files);
  expect(remotes[0]?.entry).toEqual(shell.entry);
  expect(shell.styles?.map(({ url }) => url)).toEqual(['/r/single/main.css']);
});

test('a file that the build does not contain is an error', () => {
  expect(() => composeSingleBuild(manifest, '/r/single/', new Map())).toThrow('The single build has no file main.js');
});
