import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findBundler } from './outside-workspace';
import { typeCheck } from './type-check';

jest.mock('./workspace', () => jest.requireActual('./outside-workspace'));

const folder = realpathSync(createTestFolder());

/** Creates a remote in a workspace of npm. @param installed Files in the folder of the workspace. */
function createRemote(team: string, installed: Record<string, string> = {}): string {
  const remote = path.join(folder, team, 'packages/mf-a');
  const files = { 'packages/mf-a/package.json': '{}', 'packages/mf-a/src/a.ts': 'export const a = 1;', ...installed };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, team, file)), { recursive: true });
    writeFileSync(path.join(folder, team, file), text);
  }
  return remote;
}

const check = (remote: string) => typeCheck(remote, { schema: 1, modules: {}, files: {} });

it('compiles with the compiler that npm has installed in the folder of the workspace', async () => {
  const remote = createRemote('hoisted', {
    'node_modules/typescript/package.json': '{ "name": "typescript" }',
    'node_modules/typescript/bin/tsc': 'console.log("src/a.ts(1,2): error TS1: found");\nprocess.exitCode = 1;',
  });
  expect(await check(remote)).toEqual([{ file: 'src/a.ts', line: 1, message: 'found', exports: [] }]);
});

it('says how to install a bundler and a compiler that are missing', async () => {
  const remote = createRemote('empty');
  expect(() => findBundler(remote)).toThrow(
    `@rspack/cli is not installed for ${remote}: run npm install --save-dev @rspack/cli there.`,
  );
  await expect(check(remote)).rejects.toThrow(
    `typescript is not installed for ${remote}: run npm install --save-dev typescript there.`,
  );
});
