import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';

/** Files that the tools of Module Federation read. */
const toolFiles = /^(mf-manifest\.json|mf-stats\.json|@mf-types.*|.*\.hot-update\..*)$/;

/** What the developer tools of Module Federation read in a page. The full federation runtime of a development shell writes it. */
const pageData = ['moduleInfo', '__GLOBAL_PLUGIN__', '__PRELOADED_MAP__'];
const toolTexts = ['hot-update', 'mf-manifest', '@mf-types', ...pageData];

/** Lists the tools of a build: their files, and for each script the texts in it. Source maps are not served. */
function listTools(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (toolFiles.test(path.basename(name))) return [name];
    if (!/\.(js|cjs|css|json)$/.test(name)) return [];
    const text = readFileSync(path.join(folder, name), 'utf8');
    return toolTexts.filter((tool) => text.includes(tool)).map((tool) => `${name}: ${tool}`);
  });
}

test.each(listApps())('the production build of %s contains nothing of the developer tools', (app) => {
  expect(listTools(path.join(root, app, 'dist'))).toEqual([]);
});

test('the full federation runtime still writes the page data that is searched for', () => {
  const runtime = readFileSync(path.join(root, 'node_modules/@module-federation/runtime-core/dist/global.cjs'), 'utf8');
  for (const text of pageData) expect(runtime).toContain(text);
});
