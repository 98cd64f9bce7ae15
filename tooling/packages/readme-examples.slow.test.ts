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

/** Reads the examples of a source file that are complete modules: those with imports. */
const readDocumentedModules = (source: string) =>
  [...source.matchAll(/@example\n((?:\s*\*.*\n)*?)\s*\*(?:\/| @)/g)]
    .map(([, lines = '']) => lines.replace(/^\s*\* ?/gm, ''))
    .filter((code) => code.startsWith('import '));

test('the compiler accepts the examples of the READMEs and of the contract of remotes', async () => {
  const contract = readFileSync(path.join(root, 'shared/remote-contract/src/remote-module.ts'), 'utf8');
  const documented = readDocumentedModules(contract);
  expect(documented).toEqual([expect.stringContaining('load: async ({ params, dispatch })')]);
  for (const [index, code] of documented.entries()) writeFileSync(path.join(folder, `contract-${index}.tsx`), code);
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
