import { text } from 'node:stream/consumers';
import { applyChange } from '@shop/releases/actions/apply-change';
import { recoverHead } from '@shop/releases/actions/recover-head';
import { auditActions } from '@shop/releases/change-model/changes';
import type { Problem } from '@shop/releases/gates/gate';
import { getHeadKey } from '@shop/releases/state/head';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { createTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import { startTestServer } from '@shop/releases/testing/test-resources';
import { readLive } from '@shop/releases/testing/test-shop';
import { type ServiceClient, ServiceError } from '../service/service-client';
import { createLiveShop } from '../testing/terminal';

test('promote prints the changes, and status, list and history show them', async () => {
  const { runOk } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --reason "new cards"')).toContain('mf-a 1.0.0 → 1.1.0');
  expect(await runOk('status')).toMatch(/production, change 2:\n {2}shell +1\.0\.0/);
  expect(await runOk('list mf-a')).toMatch(/mf-a {2}1\.0\.0 {2}\w+\n {2}mf-a {2}1\.1\.0 {2}\w+ {2}live/);
  expect(await runOk('history')).toMatch(
    /2 {2}\S+ \S+ UTC {2}asha {2}promoted mf-a 1\.1\.0 to every visitor {2,}new cards\n {2}1 .*opening/,
  );
  expect(await runOk('promote mf-a@1.1.0')).toContain('That is live already: nothing changed.');
});

/** Has another person act after the next command has read HEAD, and before it changes anything. */
function actDuringNextCommand({ host, production }: Awaited<ReturnType<typeof createLiveShop>>, act: () => unknown) {
  let isDone = false;
  const get: ReleaseStore['get'] = async (key) => {
    const stored = await production.store.get(key);
    if (key === getHeadKey(production.name) && !isDone) {
      isDone = true;
      await act();
    }
    return stored;
  };
  host.openEnvironment = async (name) => ({ ...production, name, store: { ...production.store, get } });
}

test.each([
  ['promote mf-a@1.1.0 --reason "new cards"', 'That is live already: nothing changed.'],
  ['promote mf-a@1.1.0 --canary 10', 'That canary runs already: nothing changed.'],
  ['lock mf-a --reason sale', 'That is so already: nothing changed.'],
])('%s does not print the same change of another person as its own', async (line, text) => {
  const shop = await createLiveShop();
  actDuringNextCommand(shop, () => shop.runOk(line));
  const [first = ''] = (await shop.runOk(line)).split('\n');
  expect(first).toBe(text);
  expect((await readLive(shop.production)).head.seq).toBe(2);
});

/** Has a release service make the changes, the first one after changes of another person. */
function useServiceAfter({ host, production, runOk }: Awaited<ReturnType<typeof createLiveShop>>, lines: string[]) {
  const others = [...lines];
  const change: ServiceClient['change'] = async (wanted, seq) => {
    for (const line of others.splice(0)) await runOk(line);
    if ((await readLive(production)).head.seq !== seq)
      throw new ServiceError('production has changed', { status: 409 });
    const { head } = await applyChange(production, wanted, host.user, passingGates);
    return { kind: 'live', seq: head.seq };
  };
  const service: Partial<ServiceClient> = { isLocal: true, change, loadRules: async () => undefined };
  host.openService = async () => service as ServiceClient;
}

test.each<[line: string, others: string[], exitCode: 0 | 1]>([
  ['promote mf-a@1.1.0', ['promote mf-a@1.3.0'], 1],
  ['promote mf-a@1.1.0', ['rollback mf-a'], 1],
  ['promote mf-a@1.1.0', ['promote --remove-app mf-a'], 1],
  ['promote mf-a@1.1.0 --canary 10', ['promote mf-a@1.3.0'], 1],
  ['promote --remove-app mf-a', ['promote mf-a@1.3.0'], 1],
  ['promote mf-a@1.1.0', ['promote mf-payment@1.1.0'], 0],
  ['promote mf-a@1.1.0', ['lock mf-payment --reason sale'], 0],
  ['promote mf-a@1.1.0', ['promote mf-a@1.1.0'], 0],
  ['unlock shell --reason over', ['unlock shell --reason over', 'lock shell --reason "another sale"'], 1],
  ['unlock shell --reason over', ['promote mf-a@1.1.0'], 0],
])('%s after %j of another person exits with %i through a service', async (line, others, exitCode) => {
  const shop = await createLiveShop();
  for (const release of ['mf-a --version 1.2.0', 'mf-a --version 1.3.0', 'mf-payment --version 1.1.0'])
    await shop.runOk(`publish ${release}`);
  await shop.runOk('promote mf-a@1.2.0');
  await shop.runOk('lock shell --reason sale');
  useServiceAfter(shop, others);
  const { seq } = (await readLive(shop.production)).head;
  expect(await shop.run(line)).toMatchObject({ exitCode });
  const isMade = exitCode === 0 && !others.includes(line);
  expect((await readLive(shop.production)).head.seq).toBe(seq + others.length + (isMade ? 1 : 0));
});

test('promote says that its canary runs already, and refuses other stages', async () => {
  const { runOk, run } = await createLiveShop();
  await runOk('promote mf-a@1.1.0 --canary 10');
  expect(await runOk('promote mf-a@1.1.0 --canary 10')).toContain('That canary runs already: nothing changed.');
  expect(await run('promote mf-a@1.1.0 --stages 10%/1h,100%')).toMatchObject({
    exitCode: 1,
    output: 'This canary runs already, at 10 %, with other stages: halt it and begin again to change them.',
  });
});

test('check prints the findings of the gates, exits with 1 and changes nothing', async () => {
  const { runOk, run, paths, production } = await createLiveShop();
  expect(await runOk('check mf-a@1.1.0')).toBe('  mf-a 1.0.0 → 1.1.0\nAll gates pass.');
  const losing = await run('check --remove-app mf-a');
  expect(losing).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('route-ownership · mf-a: /a is live and would'),
  });
  expect(await runOk('check --remove-app mf-a --remove-path /a')).toBe('  mf-a 1.0.0 (gone)\nAll gates pass.');
  paths['mf-a'] = { pay: '/pay' };
  await runOk('publish mf-a --version 2.0.0');
  const refused = await run('check mf-a@2.0.0');
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain(
    'route-ownership · mf-payment: it owns /pay, and so does mf-a → leave the path to one of them',
  );
  expect(refused.output).toContain('route-ownership · mf-a: /a is live and would have no owner');
  const promoted = await run('promote mf-a@2.0.0');
  expect(promoted.output).toContain('The composition was refused');
  // A preview cannot show a composition without an app.
  expect(losing.output).not.toContain('preview');
  for (const { output } of [refused, promoted]) {
    const [line = ''] = output.split('\n').slice(-1);
    expect(line).toBe('See it in a browser: npm run release -- preview mf-a@2.0.0');
    expect(await runOk(line.replace(/^.* -- /, ''))).toContain('/-/preview/');
  }
  expect((await readLive(production)).head.seq).toBe(1);
});

test('check finds a damaged live file also when the other environment has the same versions', async () => {
  const { runOk, run, store } = await createLiveShop();
  await runOk('promote --from production --env staging');
  expect(await runOk('check --from staging')).toBe('All gates pass.');
  const [key = ''] = (await store.list('r/mf-a/1.0.0-')).filter((name) => name.endsWith('.js'));
  await store.remove(key);
  expect(await run('check --from staging')).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^The gates refuse this composition:\n {2}file-integrity · mf-a: .*$/),
  });
});

test('incident shows the changes of the last hour with the command that undoes each, in one or all environments', async () => {
  const { run, runOk, runJson, host, production } = await createLiveShop();
  host.openEnvironment = async (name) => ({ ...production, name });
  await runOk('promote mf-a@1.1.0 --reason "new cards"');
  await runOk('promote --from production --env staging');
  await runOk('lock mf-a --reason sale --env staging');
  const output = await runOk('incident');
  expect(output).toMatch(
    /^production: 2 changes since .* UTC\n {2}2 {2}\S+ \S+ UTC {2}asha {2}promoted mf-a 1\.1\.0 to every visitor {2}new cards\n/,
  );
  expect(output).toContain(
    '\n       mf-a 1.0.0 → 1.1.0\n       undo: npm run release -- rollback --to 1 --reason "…"\n',
  );
  expect(await runOk('incident --env staging')).toContain('unlock mf-a --reason "…" --env staging');
  expect(await runOk('incident --all')).toMatch(/^production: 2 changes[\s\S]*\nstaging: 2 changes/);
  expect((await runJson('incident --all')).map(({ env }: { env: string }) => env)).toEqual(['production', 'staging']);
  await production.store.putIfAbsent(getHeadKey('broken'), Buffer.from('{}'));
  const { exitCode, output: partial } = await run('incident --all');
  expect(exitCode).toBe(1);
  expect(partial).toMatch(/^broken cannot be read: .*HEAD\.json.*\nproduction: 2 changes[\s\S]*\nstaging: 2 changes/);
  expect((await run('incident --env broken')).exitCode).toBe(1);
  await runOk('rollback --to 1');
  expect(await runOk('status')).toMatch(/mf-a +1\.0\.0/);
});

test('promote starts a canary for staff and regions, and the history records the audience', async () => {
  const { runOk, runJson } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --canary 0 --staff --regions ka,MH')).toContain(
    'canary: staff and visitors from KA and MH get mf-a 1.0.0 → 1.1.0',
  );
  const [newest] = await runJson('history --limit 1');
  expect(newest.canaries).toMatchObject([{ share: 0, staff: true, regions: ['KA', 'MH'], owner: 'asha' }]);
  expect(newest.canaries[0]).not.toHaveProperty('slots');
  expect(await runOk('rollout 20')).toContain('canary: 20 % of the visitors, staff, and visitors from KA and MH');
});

test('promote --groups starts a canary for customers in groups, which a share may follow', async () => {
  const { run, runOk, runJson } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --canary 0 --groups beta,Wholesale')).toContain(
    'canary: customers in beta and wholesale get mf-a 1.0.0 → 1.1.0',
  );
  const [newest] = await runJson('history --limit 1');
  expect(newest.canaries).toMatchObject([{ share: 0, groups: ['beta', 'wholesale'] }]);
  expect((await run('promote mf-a@1.1.0 --canary 0 --groups beta')).output).toContain(
    'with another list of staff, regions or groups',
  );
  expect(await runOk('rollout 20')).toContain('canary: 20 % of the visitors and customers in beta and wholesale');
  expect((await run('promote mf-a@1.1.0 --canary 0 --groups beta/x')).output).toBe(
    '--groups is "beta/x": give names of groups with commas, such as beta,wholesale.',
  );
});

test.each(['50', 'complete'])('rollout %s does not change a canary that starts while the gates run', async (step) => {
  const { runOk, run, host, runJson } = await createLiveShop();
  await runOk('publish mf-payment --version 1.1.0');
  await runOk('promote mf-a@1.1.0 --canary 10');
  const { smokeTest } = host;
  host.smokeTest = async (candidate) => {
    host.smokeTest = smokeTest;
    await runOk('rollout halt');
    await runOk('promote mf-payment@1.1.0 --canary 10');
    return smokeTest(candidate);
  };
  // One person may force mf-a, and two mf-payment.
  expect(await run(`rollout ${step} --force --reason sale`)).toMatchObject({
    exitCode: 1,
    output: 'That canary has ended in the meantime: check what is running, then try again.',
  });
  expect(await runJson('status')).toMatchObject({ head: { seq: 4, canaries: [{ share: 10 }] } });
});

describe('smoke test', () => {
  const crash: Problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look into the console' };

  it('a rollback of one app smoke-tests a composition that was never live, which may lack newer paths, and no other one', async () => {
    const { runOk, run, paths, smokeTested, failSmokeTest } = await createLiveShop();
    paths['mf-a'] = { home: '/a', more: '/more' };
    await runOk('publish mf-a --version 1.2.0');
    await runOk('promote mf-a@1.2.0');
    await runOk('publish mf-payment --version 1.1.0');
    await runOk('promote mf-payment@1.1.0');
    smokeTested.length = 0;
    failSmokeTest(crash);
    expect((await run('rollback mf-a')).output).toContain('smoke-test · mf-a');
    failSmokeTest();
    expect(await runOk('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
    expect(smokeTested).toHaveLength(2);
    expect(await runOk('rollback --to 3')).toMatch(/mf-a +1\.2\.0/);
    expect(smokeTested).toHaveLength(2);
  });
});

/** A shop in which asha runs a canary of mf-a and Meera one of mf-payment. Only asha's commands are hers: `as` changes the person. */
async function createShopWithTwoCanaries() {
  const shop = await createLiveShop();
  for (const version of ['1.1.0', '1.2.0']) await shop.runOk(`publish mf-payment --version ${version}`);
  const as = (user: 'asha' | 'meera') => {
    shop.host.user = user;
    return shop;
  };
  await as('asha').runOk('promote mf-a@1.1.0 --canary 10');
  await as('meera').runOk('promote mf-payment@1.1.0 --canary 20');
  return { ...shop, as };
}

test('status and list show every canary with its app, share and owner', async () => {
  const { runOk } = await createShopWithTwoCanaries();
  expect(await runOk('status')).toMatch(
    /canary: 10 % of the visitors get mf-a 1\.0\.0 → 1\.1\.0, by asha\n {2}canary: 20 % of the visitors get mf-payment 1\.0\.0 → 1\.1\.0, by meera/,
  );
  const releases = await runOk('list');
  expect(releases).toMatch(/mf-a +1\.1\.0 +\w+ +canary, 10 %/);
  expect(releases).toMatch(/mf-payment +1\.1\.0 +\w+ +canary, 20 %/);
});

test('promote --stages starts a canary with a plan, which rollout pauses and resumes', async () => {
  const { runOk, run } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --stages 5%/15m,25%/1h,100%')).toMatch(
    /canary: 5 % of the visitors get mf-a 1\.0\.0 → 1\.1\.0, by asha\n {4}stages: 25 % at \d{4}-\S+Z, then 100 %/,
  );
  expect(await runOk('status')).toMatch(/stages: 25 % at \d{4}-\S+Z, then 100 %; 0 of 50 visits measured$/m);
  expect(await runOk('rollout pause --reason sale')).toContain('stages: paused before 25 % by asha: sale');
  expect(await runOk('rollout resume mf-a')).toMatch(/stages: 25 % at \d{4}-/);
  expect(await run('rollout pause --force --reason sale')).toMatchObject({
    exitCode: 2,
    output: 'A pause runs no gates: leave --force out.',
  });
});

test('a stage waits for a person, who continues it, and for a time', async () => {
  const { runOk, run } = await createLiveShop();
  const plan = '5%/15m/person,25%/1h/2126-11-28T09:00+05:30,100%';
  expect(await runOk(`promote mf-a@1.1.0 --stages ${plan}`)).toMatch(
    /stages: 25 % when a person continues \(rollout continue\), planned for \d{4}-\S+Z, then 100 % and not before 2126-11-28 03:30 UTC$/m,
  );
  expect(await runOk('history')).toMatch(
    /promoted mf-a 1\.1\.0 to 5 % of the visitors, then 25 % after 15 minutes when a person continues, then 100 % after 1 hour and not before 2126-11-28 03:30 UTC/,
  );
  expect(await runOk('rollout continue mf-a')).toContain('stages: 100 % at 2126-11-28T03:30:00.000Z');
  expect((await run('rollout continue')).output).toBe('This change needs a reason: add --reason "…".');
  expect(await runOk('rollout continue --reason "no new errors"')).toMatch(/mf-a +1\.1\.0/);
  await runOk('publish mf-payment --version 1.1.0');
  await runOk('promote mf-payment@1.1.0 --canary 10');
  expect(await run('rollout continue')).toMatchObject({
    exitCode: 1,
    output: 'The canary of mf-payment (asha, 10 %) has no stages to continue: give a share, or complete it.',
  });
});

test('a share that others hold is refused with who holds it, and status says why a stage waits', async () => {
  const { runOk, run, as } = await createShopWithTwoCanaries();
  await runOk('rollout 70 mf-a');
  expect(await as('meera').run('rollout 50 mf-payment')).toMatchObject({
    exitCode: 1,
    output:
      '50 % is not free in production: mf-a 1.1.0 holds 70 % (asha). Ask them to complete or halt, or take at most 30 %.',
  });
  await as('meera').runOk('rollout halt mf-payment');
  expect(await run('promote mf-payment@1.1.0 --canary 50')).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('50 % is not free in production: mf-a 1.1.0 holds 70 % (asha).'),
  });
  await as('meera').runOk('promote mf-payment@1.1.0 --stages 20%/15m,50%/1h,100%');
  expect(await runOk('status')).toMatch(
    / {4}the next stage waits: 50 % is not free in production: mf-a 1\.1\.0 holds 70 % \(asha\)\. Ask them to complete or halt, or take at most 30 %\.$/m,
  );
});

test('promote --from promotes the live releases of another environment, and starts a new environment as its copy', async () => {
  const { runOk, run } = await createLiveShop();
  expect(await runOk('promote --from production --env staging')).toMatch(/staging, change 1:\n {2}shell +1\.0\.0/);
  await runOk('promote mf-a@1.1.0 --env staging');
  expect(await runOk('check --from staging')).toBe('  mf-a 1.0.0 → 1.1.0\nAll gates pass.');
  expect(await runOk('promote mf-payment --from staging')).toContain('That is live already: nothing changed.');
  expect(await runOk('promote --from staging --canary 10')).toContain(
    'canary: 10 % of the visitors get mf-a 1.0.0 → 1.1.0',
  );
  expect(await run('promote mf-z --from staging')).toMatchObject({
    exitCode: 2,
    output: '"mf-z" is not an app of staging: choose from shell, mf-a, mf-payment.',
  });
  expect((await run('promote --from qa')).output).toBe(
    'qa has no live composition: name another environment after --from.',
  );
  expect((await run('promote --from production')).output).toContain('--from and --env are both production');
});

test('rollout names the canary by an app, and asks for the name while several are running', async () => {
  const { run, as } = await createShopWithTwoCanaries();
  expect(await run('rollout 50')).toMatchObject({
    exitCode: 1,
    output:
      '2 canaries are running, so name one by its app. Running: the canary of mf-a (asha, 10 %); the canary of mf-payment (meera, 20 %).',
  });
  expect(await as('meera').runOk('rollout 50 mf-payment')).toContain('canary: 50 % of the visitors get mf-payment');
  expect(await as('asha').runOk('rollout halt mf-a')).not.toContain('get mf-a');
  expect(await as('meera').runOk('rollout complete --reason x')).toMatch(/mf-payment +1\.1\.0/);
});

test('a promotion prints which canary it ended and whom to notify, and status shows it to the owner', async () => {
  const { as, failSmokeTest, runJson } = await createShopWithTwoCanaries();
  await as('meera').runOk('rollout halt mf-payment');
  const { host } = as('meera');
  const smokeTest = host.smokeTest;
  host.smokeTest = async (candidate) => {
    const isCanary = candidate.remotes.some(({ app, version }) => app === 'mf-a' && version === '1.1.0');
    failSmokeTest(...(isCanary ? [{ app: 'mf-a', problem: '/a throws: no', remedy: 'look' }] : []));
    return smokeTest(candidate);
  };
  const output = await as('meera').runOk('promote mf-payment@1.2.0 --reason hotfix');
  expect(output).toMatch(/mf-payment +1\.2\.0/);
  expect(output).toContain(
    'halted: the canary of mf-a, tell asha: it does not pass the gates on the new live composition: smoke-test · mf-a: /a throws: no → look',
  );
  expect(await as('asha').runOk('status')).toMatch(
    /halted in change 5 at \S+ \S+ UTC by meera: the canary of asha of mf-a 1\.0\.0 → 1\.1\.0 at 10 %: it does not pass the gates/,
  );
  expect(await as('asha').runOk('history')).toMatch(
    /5 .* meera +promoted mf-payment 1\.2\.0 to every visitor +hotfix; ended the canary of mf-a \(asha\)/,
  );
  expect(await runJson('status')).toMatchObject({
    head: { schema: 3, canaries: [] },
    notices: [{ apps: ['mf-a'], owner: 'asha', seq: 5, by: 'meera' }],
  });
  host.smokeTest = async () => [];
  await as('asha').runOk('promote mf-a@1.1.0 --canary 10');
  expect(await as('asha').runOk('status')).not.toContain('halted in change');
});

test.each([
  ['missing', null],
  ['damaged', 'half a '],
])('recover-head signs a new HEAD when HEAD is %s, and rejects a valid HEAD', async (_, bytes) => {
  const { runOk, run, runJson, store, production } = await createLiveShop();
  await runOk('promote mf-a@1.1.0');
  await runOk('lock mf-a --reason sale');
  const good = await run('recover-head --reason "disk failed"');
  expect(good).toMatchObject({
    exitCode: 1,
    output: 'HEAD of production is valid, at change 3: there is nothing to repair.',
  });
  await store.remove('env/production/HEAD.json');
  if (bytes !== null) await store.putIfAbsent('env/production/HEAD.json', Buffer.from(bytes));
  expect((await run('promote shell@1.0.0')).output).toMatch(
    bytes === null
      ? 'HEAD of production is missing, though its log goes up to change 3: run "npm run release -- recover-head" first.'
      : 'is malformed',
  );
  await store.putIfAbsent('env/production/log/000009-0123456789ab.json', Buffer.from('{}'));
  expect((await run('recover-head')).output).toBe('A recovery needs a reason: add --reason "…".');
  const stranger = { ...createTestEnvironment(store) };
  await expect(recoverHead(stranger, { by: 'guest', reason: '' })).rejects.toThrow(
    'No log entry of production is signed',
  );
  const slow = new Error('timed out');
  const compositions = (await store.list('env/production/compositions/')).join();
  const get: ReleaseStore['get'] = (key) => (compositions.includes(key) ? Promise.reject(slow) : store.get(key));
  const unreachable = { ...production, store: { ...store, get } };
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  // The damaged entry of change 9 counts: a gateway may have seen its HEAD.
  expect(await runOk('recover-head --reason "disk failed"')).toMatch(
    /production, change 10:\n(.*\n)+.*mf-a +1\.1\.0.*\n(.*\n)*The canaries are lost/,
  );
  expect((await readLive(production)).head).toMatchObject({ seq: 10, locks: { 'mf-a': { reason: 'sale' } } });
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  expect((await runJson('history')).map(({ action }: { action: string }) => action)).toEqual([
    // One after the other, up to the number after the damaged entry.
    ...Array.from({ length: 7 }, () => 'recover-head'),
    ...['lock', 'promote', 'promote'],
  ]);
  await runOk('unlock mf-a --reason repaired');
  expect(await runOk('rollback')).toMatch(/mf-a +1\.0\.0/);
});

test('a command delivers its change after its output, and webhooks shows a failed delivery', async () => {
  const { run, runOk, host } = await createLiveShop();
  expect(await runOk('webhooks')).toBe('production has no webhooks: name a file with them in RELEASE_WEBHOOKS.');
  const events: string[] = [];
  const { port } = await startTestServer(async (request, response) => {
    events.push(JSON.parse(await text(request)).event);
    response.writeHead(204).end();
  });
  const common = { format: 'event' as const, secret: 'x'.repeat(32), events: auditActions };
  host.webhooks = [
    { name: 'chat', url: `http://127.0.0.1:${port}/`, ...common },
    { name: 'down', url: 'http://127.0.0.1:1/', ...common },
  ];
  const locked = await run('lock mf-a --reason sale');
  expect([locked.exitCode, events]).toEqual([0, []]);
  await locked.deliver?.();
  expect(events).toEqual(['lock']);
  expect((await run('status')).deliver).toBeUndefined();
  const shown = await run('webhooks');
  expect(shown.exitCode).toBe(1);
  expect(shown.output).toMatch(
    /^chat: last delivery: change 2, 0 pending\ndown: nothing delivered yet, it gets changes after 1, 1 pending, 1 failed attempt, next attempt at /,
  );
  await (await run('unlock mf-a --reason over')).deliver?.();
  expect(events).toEqual(['lock', 'unlock']);
});
