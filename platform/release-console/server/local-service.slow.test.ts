import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { splitLine } from '@shop/release-cli/testing/terminal';
import { createTestFolder, startTestServer } from '@shop/releases/testing/test-resources';
import { readHistory } from '@shop/releases/testing/test-shop';
import { publishShells, startService } from './testing/start-service';

/* The command line beside a release service that runs on the same machine without an identity provider, as `npm start` runs it. */

const dataDir = createTestFolder();
const announcement = path.join(dataDir, 'release-service.json');
const withoutService = 'this command line works on the release store without a release service';

/** Runs a command line. @returns All that it prints, and its exit code. */
async function release(line: string, variables: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, RELEASE_USER: 'ravi', ...variables };
  const program = path.join(root, 'platform/release-cli/src/main.ts');
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...splitLine(line)], {
    cwd: root,
    env,
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stderr + stdout }),
    (error) => ({ code: error.code, text: error.stderr + error.stdout }),
  );
}

let environment: Awaited<ReturnType<typeof publishShells>>;
beforeAll(async () => {
  environment = await publishShells(dataDir);
});

const readNewest = async () => (await readHistory(environment))[0];

test('the command line uses the service while it runs, and the release store itself before and after', async () => {
  expect((await release('status')).text).toContain(withoutService);

  const { child, ended, url } = await startService(dataDir, { RELEASE_USER: 'dev' });
  expect(statSync(announcement).mode & 0o777).toBe(0o600);
  const status = await release('status');
  expect([status.code, status.text]).toEqual([0, expect.not.stringContaining(withoutService)]);

  // The policy of the service binds the command line, for the person that it names.
  expect(await release('lock shell --reason sale')).toMatchObject({ code: 0 });
  expect(await readNewest()).toMatchObject({ by: 'ravi', action: 'lock' });
  expect(await release('unlock shell --reason "the sale is over"', { RELEASE_USER: 'dev' })).toMatchObject({ code: 0 });
  expect(await readNewest()).toMatchObject({ by: 'dev', action: 'unlock' });
  const refused = await release('lock shell --reason sale', { RELEASE_USER: 'asha' });
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('asha may not lock shell in production')]);
  const unknown = await release('lock shell --reason sale', { RELEASE_USER: 'अनिल' });
  expect([unknown.code, unknown.text]).toEqual([1, expect.stringContaining('अनिल may only read')]);

  // A reason is required where it is without a service.
  expect(await release('lock shell')).toMatchObject({ code: 2 });
  // The gates run in the service, and the terminal shows each.
  const promoted = await release('promote shell@2.0.0');
  expect(promoted.code).toBe(1);
  expect(promoted.text).toMatch(/✓ gate file-integrity \([\d.]+ s\)/);
  expect(promoted.text).toMatch(/✗ gate smoke-test \([\d.]+ s\)/);
  expect(promoted.text).toMatch(/The composition was refused:\n {2}smoke-test · /);
  expect(promoted.text.trim().split('\n').at(-1)).toBe('See it in a browser: npm run release -- preview shell@2.0.0');

  // What needs the store itself works on it.
  expect(await release('staff-link')).toMatchObject({ code: 0 });
  expect(await release('gc --dry-run')).toMatchObject({ code: 0 });

  // Another release store has no service.
  const other = await release('status', { RELEASE_STORE: path.join(dataDir, 'other-store') });
  expect(other.text).toContain('production has no live composition yet');

  // A caller needs the secret of the file.
  const call = (secret: string, user: string) =>
    fetch(`${url}/api/caller`, { headers: { authorization: `Bearer ${secret}`, 'release-user': user } });
  const { secret } = JSON.parse(readFileSync(announcement, 'utf8'));
  const calls = [call(secret, 'ravi'), call('guess', 'ravi'), call(secret, ''), call(secret, '%00'), call(secret, '%')];
  expect((await Promise.all(calls)).map((response) => response.status)).toEqual([200, 401, 400, 400, 400]);

  child.kill('SIGTERM');
  await ended;
  expect(() => statSync(announcement)).toThrow('ENOENT');
  expect((await release('status')).text).toContain(withoutService);
}, 300_000);

test('a service that was killed is not waited for', async () => {
  const { child, ended } = await startService(dataDir);
  child.kill('SIGKILL');
  await ended;
  expect(statSync(announcement).isFile()).toBe(true);
  expect((await release('status')).text).toContain(withoutService);
  const locked = await release('lock shell --reason sale');
  expect([locked.code, locked.text]).toEqual([
    0,
    expect.stringMatching(/^The release service at http\S+ was killed, so this command works without its policy/),
  ]);
  expect((await release('history')).text).not.toContain('was killed');
}, 120_000);

const answerWith =
  (status: number, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body);

/** Says that a service of this store runs at the address of a server. @returns The address. */
async function announce(listener: RequestListener): Promise<string> {
  const { origin: url } = await startTestServer(listener);
  writeFileSync(announcement, JSON.stringify({ store: path.join(dataDir, 'releases'), url, secret: 'x' }));
  return url;
}

test.each([
  ['does not answer', () => undefined, 'does not answer within 5 s'],
  ['has no database', answerWith(500, '{"error":"The release service failed."}'), '500 (The release service failed.)'],
  ['refuses the name of the person', answerWith(400, '{"error":"Invalid name."}'), '400 (Invalid name.)'],
  ['is behind a proxy that fails', answerWith(502, '<html>'), '502 (no reason)'],
])(
  'a service that %s ends a command that asks it, and no other',
  async (_what, listener, message) => {
    const url = await announce(listener);
    const refused = await release('unlock shell --reason "the sale is over"');
    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(`The release service at ${url} `)]);
    expect(refused.text).toContain(message);
    expect(await release('gc --dry-run')).toMatchObject({ code: 0 });
  },
  120_000,
);

test('a service that ends leaves the file of one that started later', async () => {
  const { child, ended } = await startService(dataDir);
  const later = JSON.stringify({ store: path.join(dataDir, 'releases'), url: 'http://127.0.0.1:1', secret: 'later' });
  writeFileSync(announcement, later);
  child.kill('SIGTERM');
  await ended;
  expect(readFileSync(announcement, 'utf8')).toBe(later);
}, 120_000);

test.each([401, 404])(
  'another program that has the address and answers %i does not count as a service',
  async (status) => {
    await announce(answerWith(status));
    expect((await release('status')).text).toContain(withoutService);
  },
  120_000,
);
