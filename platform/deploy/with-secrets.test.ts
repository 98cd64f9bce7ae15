import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
const program = path.join(folder, 'program.mjs');
const secret = path.join(folder, 'password');

beforeAll(() => {
  writeFileSync(program, 'console.log(JSON.stringify([process.env.PGPASSWORD, ...process.argv.slice(1)]));');
  writeFileSync(secret, 'open sesame\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string[], env: Record<string, string>) {
  const command = [path.join(import.meta.dirname, 'with-secrets.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return { status, output: (stdout + stderr).trim() };
}

test('passes the secret as a variable and the arguments to the program', () => {
  const { output } = run([program, 'one', 'two'], { PGPASSWORD_FILE: secret });
  expect(JSON.parse(output)).toEqual(['open sesame', program, 'one', 'two']);
});

test.each([
  [[], {}, 'Name the server to run'],
  [['p.mjs'], { PGPASSWORD_FILE: '/nowhere' }, 'PGPASSWORD_FILE is "/nowhere", which cannot be read (ENOENT)'],
  [['p.mjs'], { PGPASSWORD_FILE: secret, PGPASSWORD: 'x' }, 'PGPASSWORD and PGPASSWORD_FILE are both set: keep one.'],
])('rejects %j with %j and a message', (args, env, message) => {
  expect(run(args, env as Record<string, string>)).toMatchObject({
    status: 2,
    output: expect.stringContaining(message),
  });
});
