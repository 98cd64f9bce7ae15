import type { ReleaseId } from '@shop/releases/release/release';
import { isChangedBuild } from './publish-apps';

const build = (digest: string): ReleaseId => ({ app: 'mf-a', version: '1.0.0-local', digest: digest.repeat(12) });
const folder = (digest: string) => `r/mf-a/1.0.0-local-${digest.repeat(12)}/`;

test.each([
  ['a new build', 'c', ['a', 'b'], 'b', true],
  ['an unchanged build, which a release manager may have rolled back', 'b', ['a', 'b'], 'b', false],
  ['an earlier build whose sources are back', 'a', ['a', 'b'], 'b', true],
  ['the later build after the earlier one', 'b', ['a', 'b'], 'a', true],
  ['a published build without a record of the last one', 'a', ['a', 'b'], undefined, false],
])('npm start and its live version: %s', (_, digest, published, last, isChanged) => {
  const lastBuilds: Record<string, string> = last === undefined ? {} : { 'mf-a': folder(last) };
  const history = { live: new Set(['mf-a']), published: published.map(build), lastBuilds };
  expect(isChangedBuild(build(digest), history)).toBe(isChanged);
});

test('a build of an app that is not live goes live', () => {
  const history = { live: new Set<string>(), published: [build('a')], lastBuilds: { 'mf-a': folder('a') } };
  expect(isChangedBuild(build('a'), history)).toBe(true);
});
