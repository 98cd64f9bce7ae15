import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';

const folder = createTestFolder();
const program = path.join(folder, 'program.mjs');
const secret = path.join(folder, 'password');
const empty = path.join(folder, 'empty');

beforeAll(() => {
  writeFileSync(program, 'console.log(JSON.stringify([process.env, ...process.argv.slice(1)]));');
  writeFileSync(secret, 'open sesame\n');
  writeFileSync(empty, '\n');
});

function run(args: string[], env: Record<string, string>) {
  const command = [path.join(import.meta.dirname, 'with-secrets.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return { status, output: (stdout + stderr).trim() };
}

test('passes the secret of every variable of docs/settings.md as a variable, and the arguments to the program', () => {
  const document = readFileSync(path.join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  const listed = [...document.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name);
  expect(listed).toContain('MAIL_TRANSPORT');
  const names = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', ...listed];
  const { output } = run([program, 'one', 'two'], Object.fromEntries(names.map((name) => [`${name}_FILE`, secret])));
  const [env, ...args] = JSON.parse(output);
  expect(env).toMatchObject(Object.fromEntries(names.map((name) => [name, 'open sesame'])));
  expect(args).toEqual([program, 'one', 'two']);
});

test('leaves the file of another program alone', () => {
  const [env] = JSON.parse(run([program], { SSL_CERT_FILE: '/nowhere' }).output);
  expect(env).toMatchObject({ SSL_CERT_FILE: '/nowhere' });
});

test('passes an empty key of customer groups, with which there are no groups', () => {
  const [env] = JSON.parse(run([program], { CUSTOMER_GROUPS_KEY_FILE: empty }).output);
  expect(env).toMatchObject({ CUSTOMER_GROUPS_KEY: '' });
});

test.each([
  [[], {}, 'Name the server to run'],
  [['p.mjs'], { PGPASSWORD_FILE: '/nowhere' }, 'PGPASSWORD_FILE is "/nowhere", which cannot be read (ENOENT)'],
  [['p.mjs'], { PGPASSWORD_FILE: secret, PGPASSWORD: 'x' }, 'PGPASSWORD and PGPASSWORD_FILE are both set: keep one.'],
  [['p.mjs'], { PGPASSWORD_FILE: empty }, `PGPASSWORD_FILE is "${empty}", which is empty: write the secret there.`],
  [[path.join(folder, 'programs.mjs')], {}, `There is no program "programs" in ${folder}: choose from program.`],
])('rejects %j with %j and a message', (args, env, message) => {
  expect(run(args, env as Record<string, string>)).toMatchObject({
    status: 2,
    output: expect.stringContaining(message),
  });
});
