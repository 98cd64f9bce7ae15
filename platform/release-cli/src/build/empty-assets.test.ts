import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestFolder } from '@shop/releases/testing/test-resources';

const hooks = pathToFileURL(path.join(import.meta.dirname, 'empty-assets.mjs')).href;

it('lets Node import style sheets, pictures and fonts, which shared modules import', () => {
  const folder = createTestFolder();
  const files = ['css', 'module.css', 'png', 'jpg', 'svg', 'avif', 'webp', 'woff2'].map((type) => `a.${type}`);
  for (const file of files) writeFileSync(path.join(folder, file), '<not JavaScript>');
  const code = `
    import { register } from 'node:module';
    register(${JSON.stringify(hooks)});
    for (const file of ${JSON.stringify(files)})
      console.log(typeof (await import(${JSON.stringify(`${pathToFileURL(folder)}/`)} + file)).default);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual(files.map(() => 'string'));
});
