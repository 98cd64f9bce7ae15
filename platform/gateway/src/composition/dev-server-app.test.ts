import { composeDevRemote } from './dev-server-app';

const server = { name: 'mf-a', base: 'http://127.0.0.1:3101/' };
const manifest = { version: '1.0.0', entry: 'remote-entry.js', global: 'mf_a', paths: {} };

test.each([
  ['full', '2.9.2', 'mf-manifest.json'],
  ['thin', '2.9.2+thin', 'remote-entry.js'],
])('a remote of the %s federation runtime has the entry that its developer tools can read', (_kind, runtime, entry) => {
  const remote = composeDevRemote({ ...manifest, federationRuntime: runtime }, server);
  expect(remote.entry).toEqual({ path: entry, integrity: '' });
});

test('an app of a development server has the languages of its build', () => {
  expect(composeDevRemote({ ...manifest, languages: ['hi'] }, server).languages).toEqual(['hi']);
  expect(composeDevRemote(manifest, server)).not.toHaveProperty('languages');
});
