import { createRemoteFiles } from './remote-files';

const files = createRemoteFiles({ name: 'new-arrivals', path: '/new-arrivals', toRoot: '..', versions: {} });
const imported = new Set(
  Object.entries(files)
    .filter(([file]) => /\.tsx?$/.test(file))
    .flatMap(([, text]) => [...text.matchAll(/from '((?:@[^/']+\/)?[^/'.][^/']*)/g)].map(([, name]) => name)),
);
const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '{}');

test('a new remote depends on the packages that it imports, and on no other', () => {
  // JSX imports React without a line that says so.
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'react');
  expect(named.sort()).toEqual([...imported].sort());
});
