import { readdirSync } from 'node:fs';
import path from 'node:path';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { buildConsolePage } from './build-page';

// A module of Node, imported by the page directly or through a package, fails the build.
test('the page builds for browsers', async () => {
  const files = readdirSync(path.join(await buildConsolePage(), 'files'));
  expect(files.filter((file) => file.endsWith('.js'))).not.toEqual([]);
}, 60_000);

test('a current page is found without the lock of builds: its folder may be read-only', async () => {
  const output = await buildConsolePage();
  await withBuildLock('platform/release-console', async () => expect(await buildConsolePage()).toBe(output));
}, 60_000);
