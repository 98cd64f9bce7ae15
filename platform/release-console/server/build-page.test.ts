import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildConsolePage } from './build-page';

// A module of Node, imported by the page directly or through a package, fails the build.
test('the page builds for browsers', async () => {
  const files = readdirSync(path.join(await buildConsolePage(), 'files'));
  expect(files.filter((file) => file.endsWith('.js'))).not.toEqual([]);
}, 60_000);
