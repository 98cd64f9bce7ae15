import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { listPublishedFolders } from './build-packages';

/** Inside the repository, so that the examples find the packages. */
const cache = path.join(root, '.cache');
let folder = '';
beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'readme-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads the examples of a README. */
const readExamples = (readme: string) =>
  [...readme.matchAll(/```(tsx?)\n(.*?)```/gs)].map(([, extension = '', code = '']) => ({ extension, code }));

test('the README of each published package has an example, and the compiler accepts all of them', async () => {
  for (const packageFolder of listPublishedFolders()) {
    const name = path.basename(packageFolder);
    const readme = readFileSync(path.join(packageFolder, 'README.md'), 'utf8');
    const examples = readExamples(readme);
    expect([name, examples.length > 0, readme.startsWith(`# @shop/${name}\n`)]).toEqual([name, true, true]);
    expect([name, examples.some(({ code }) => code.includes(`from '@shop/${name}/`))]).toEqual([name, true]);
    for (const [index, { extension, code }] of examples.entries()) {
      // A file without an import would share its names with the other examples.
      writeFileSync(path.join(folder, `${name}-${index}.${extension}`), `${code}\nexport {};\n`);
    }
  }
  const settings = {
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      types: ['jest', 'node'],
      noEmit: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
    },
    include: ['../../shared/federation/assets.d.ts', '.'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compile = promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: root });
  const output = await compile.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe('');
});
