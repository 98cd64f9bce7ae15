import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

test('the suite of migrations tests the newest one', () => {
  const files = readdirSync(path.join(root, 'store-api/src/database/migrations')).sort();
  const newest = path.basename(files.at(-1) ?? '', '.ts');
  const suite = readFileSync(path.join(root, 'e2e/servers/api/migrations.test.ts'), 'utf8');
  expect(suite).toContain(`const tested = '${newest}';`);
});
