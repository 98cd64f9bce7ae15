import { createRemoteFiles } from './remote-files';

const path = '/new-arrivals';

test.each([
  ['a path', { path, slot: undefined }],
  ['a slot', { path: undefined, slot: 'product.below' as const }],
  ['a path and a slot', { path, slot: 'home.section' as const }],
])('a new remote with %s depends on the packages that it imports, and on no other', (_content, content) => {
  const files = createRemoteFiles({ name: 'new-arrivals', ...content, toRoot: '..', versions: {} });
  const imported = Object.entries(files)
    .filter(([file]) => /\.tsx?$/.test(file))
    .flatMap(([, text]) => [...text.matchAll(/from '((?:@[^/']+\/)?[^/'.][^/']*)/g)].map(([, name]) => name));
  const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '{}');
  // JSX imports React without a line that says so.
  const expected = new Set([...imported, 'react']);
  expect(Object.keys({ ...dependencies, ...devDependencies }).sort()).toEqual([...expected].sort());
});
