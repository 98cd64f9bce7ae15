import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { lock } from '@shop/releases/actions/lock';
import { recoverHead } from '@shop/releases/actions/recover-head';
import type { Problem } from '@shop/releases/gates/gate';
import type { SmokeTestCandidate } from '@shop/releases/gates/smoke-test.gate';
import type { Policy } from '@shop/releases/policy/policy';
import { publish } from '@shop/releases/release/publish';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import type { CommandHost } from './command';
import { runReleaseCli } from './release-cli';

const root = mkdtempSync(path.join(tmpdir(), 'release-cli-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

/** A release manager's terminal, with a store of its own. */
function terminal(policy: Policy | null = null) {
  const store = createFileSystemStore(path.join(root, String(++count)));
  const production = createTestEnvironment(store);
  let content = 'one';
  const booted: SmokeTestCandidate[] = [];
  let bootProblems: Problem[] = [];
  const paths: Record<string, Record<string, string>> = { 'mf-a': { home: '/a' }, 'mf-payment': { pay: '/pay' } };
  const host: CommandHost = {
    openEnvironment: async (name) => ({ ...production, name }),
    build: async (app, { version = '1.0.0' }) => ({
      appRoot: writeFakeBuild({ app, version, content, paths: paths[app] ?? {} }),
      commit: 'abc',
    }),
    apps: () => ['shell', 'mf-a', 'mf-payment'],
    bootComposition: async (candidate) => {
      booted.push(candidate);
      return bootProblems;
    },
    user: 'asha',
    policy,
  };
  const run = (line: string) =>
    runReleaseCli(line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [], async () => host);
  const must = async (line: string) => {
    const outcome = await run(line);
    if (outcome.exitCode !== 0) throw new Error(outcome.output);
    return outcome.output;
  };
  const json = async (line: string) => JSON.parse(await must(`${line} --json`));
  return {
    host,
    run,
    must,
    json,
    store,
    production,
    paths,
    booted,
    change: (next: string) => (content = next),
    breakBoot: (...problems: Problem[]) => (bootProblems = problems),
  };
}

async function openShop(policy: Policy | null = null) {
  const shop = terminal(policy);
  for (const app of ['shell', 'mf-a', 'mf-payment']) await shop.must(`publish ${app}`);
  await shop.must('promote shell@1.0.0 mf-a@1.0.0 mf-payment@1.0.0 --reason opening');
  await shop.must('publish mf-a --version 1.1.0');
  return shop;
}

test('publish says what it uploaded, is quiet about the same again, and refuses other bytes under one version', async () => {
  const { must, run, change } = terminal();
  expect(await must('publish shell')).toMatch(/^shell@1\.0\.0 \([0-9a-f]{12}\) is published: 2 files, \d+ KB$/);
  await must('publish shell');
  change('two');
  expect(await run('publish shell')).toMatchObject({
    exitCode: 1,
    isError: true,
    output: expect.stringContaining('shell@1.0.0 is already published with other bytes'),
  });
});

test('publish refuses a folder that holds another app, and uploads nothing of it', async () => {
  const { run, store, host } = terminal();
  host.build = async () => ({ appRoot: writeFakeBuild({ app: 'mf-other' }), commit: '' });
  expect(await run('publish mf-a --from elsewhere')).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/ holds mf-other, not mf-a\.$/),
  });
  expect(await store.list('r/')).toEqual([]);
});

test('only what signs asks for the signing key', async () => {
  const { run, must, host, production } = await openShop();
  await must('promote mf-a@1.1.0 --canary 10');
  const { signingKey: _, ...readOnly } = production;
  host.openEnvironment = async (name, use) => {
    if (use === 'sign') throw new Error('no signing key');
    return { ...readOnly, name };
  };
  for (const line of ['status', 'list', 'history', 'diff 1 2', 'check mf-a@1.1.0', 'verify', 'gc', 'publish shell']) {
    await must(line);
  }
  const signing = [
    'promote mf-a@1.0.0',
    'rollout 50',
    'rollout halt',
    'rollback',
    'lock --reason x',
    'unlock --reason x',
  ];
  for (const line of [...signing, 'preview mf-a@1.1.0', 'staff', 'watch']) {
    expect({ line, ...(await run(line)) }).toMatchObject({ line, exitCode: 1, output: 'no signing key' });
  }
});

test.each(['../x', '"1.0 0"', 'é', 'banana', '1.0', 'v1.0.0', '""'])(
  'publish --version %s is refused before anything is built',
  async (version) => {
    const { run, host } = terminal();
    host.build = () => Promise.reject(new Error('was built'));
    expect(await run(`publish shell --version ${version}`)).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(
        /^--version is ".*": give a semantic version, such as 1\.2\.0 or 1\.2\.0-beta\.1\.$/,
      ),
    });
  },
);

test('list shows every app that has releases in the store, by version', async () => {
  const { must, json, store } = await openShop();
  for (const version of ['1.10.0', '1.9.0', '1.10.0-beta.1']) await must(`publish mf-a --version ${version}`);
  await publish(store, { appRoot: writeFakeBuild({ app: 'mf-elsewhere' }), commit: '' });
  const named = (await json('list')).map(({ app, version }: ReleaseId) => `${app}@${version}`);
  const versions = ['1.0.0', '1.1.0', '1.9.0', '1.10.0-beta.1', '1.10.0'].map((version) => `mf-a@${version}`);
  expect(named).toEqual(['shell@1.0.0', ...versions, 'mf-elsewhere@1.0.0', 'mf-payment@1.0.0']);
});

test('whom a policy does not name may only look', async () => {
  const { must, run, host } = await openShop();
  host.policy = { roles: {}, people: { ravi: { roles: [] } } };
  await must('status');
  for (const line of ['preview mf-a@1.1.0', 'staff', 'publish shell', 'lock --reason x', 'watch']) {
    expect({ line, ...(await run(line)) }).toMatchObject({
      line,
      exitCode: 1,
      output: expect.stringContaining(
        'asha may only look, since the release policy does not name them: set RELEASE_USER',
      ),
    });
  }
  host.user = 'ravi';
  await must('preview mf-a@1.1.0');
});

test('promote tells what changed; status, list and history show it', async () => {
  const { must, json } = await openShop();
  expect(await must('promote mf-a@1.1.0 --reason "new cards"')).toContain('mf-a 1.0.0 → 1.1.0');
  expect(await must('status')).toMatch(/production, change 2:\n {2}shell +1\.0\.0/);
  expect(await must('list mf-a')).toMatch(/mf-a {2}1\.0\.0 {2}\w+\n {2}mf-a {2}1\.1\.0 {2}\w+ {2}live/);
  expect(await must('history')).toMatch(/2 {2}\S+ \S+ {2}asha {2}promote {2}new cards\n {2}1 .*opening/);
  expect(await json('diff 1 2')).toEqual(['mf-a 1.0.0 → 1.1.0']);
  expect(await must('promote mf-a@1.1.0')).toContain('That is live already: nothing changed.');
});

test('check answers with the findings and a refusal, and changes nothing', async () => {
  const { must, run, paths, production } = await openShop();
  expect(await must('check mf-a@1.1.0')).toBe('Every gate is open.');
  const losing = await run('check --remove-app mf-a');
  expect(losing).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('route-ownership · mf-a: /a is live and would'),
  });
  expect(await must('check --remove-app mf-a --remove-path /a')).toBe('Every gate is open.');
  paths['mf-a'] = { pay: '/pay' };
  await must('publish mf-a --version 2.0.0');
  const refused = await run('check mf-a@2.0.0');
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain(
    'route-ownership · mf-payment: it owns /pay, and so does mf-a → leave the path to one of them',
  );
  expect(refused.output).toContain('route-ownership · mf-a: /a is live and would have no owner');
  expect((await run('promote mf-a@2.0.0')).output).toContain('The composition was refused');
  expect((await readLiveState(production))?.head.seq).toBe(1);
});

test('force takes a reason, and a second person where money moves', async () => {
  const { must, run, json, paths } = await openShop();
  paths['mf-payment'] = { pay: '/a' };
  await must('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force';
  expect(await run(forced)).toMatchObject({ exitCode: 2, output: '--force needs a reason: add --reason "…".' });
  for (const second of ['', '--approved-by asha']) {
    expect((await run(`${forced} --reason bank ${second}`)).output).toContain('mf-payment is forced by two');
  }
  await must(`${forced} --reason bank --approved-by ravi`);
  const [newest] = await json('history --most 1');
  expect(newest).toMatchObject({ by: 'asha, approved by ravi', reason: 'bank', isForced: true });
  expect(newest.findings).not.toHaveLength(0);
});

test('a policy decides who does what; the second person of a forced promotion is held to it too', async () => {
  const everything: Policy['roles'][string] = { may: ['promote'], apps: ['*'], environments: ['*'] };
  const policy: Policy = {
    roles: {
      all: everything,
      forcing: { ...everything, may: ['force', 'rollback'], apps: ['mf-payment'] },
      keeper: { ...everything, may: ['lock'], environments: ['production'] },
    },
    people: { asha: { roles: ['all', 'forcing'] }, ravi: { roles: ['forcing'] }, meera: { roles: ['keeper'] } },
  };
  const { must, run, paths, production } = await openShop(policy);
  await must('promote mf-a@1.1.0');
  const refusals = [
    ['lock mf-a --reason sale', 'asha may not lock mf-a in production', 'role keeper; ask meera.'],
    ['unlock --reason sale', 'asha may not lock production as a whole', 'ask meera.'],
    ['rollback', 'asha may not take back mf-a in production', 'nobody may: change the policy.'],
    ['promote mf-a@1.0.0 --force --reason x', 'asha may not force mf-a in production', 'nobody may'],
  ];
  await must('promote mf-a@1.0.0 --canary 10');
  refusals.push(['rollout halt', 'asha may not take back mf-a in production', 'nobody may']);
  for (const [line = '', what, who] of refusals) {
    const { output, exitCode } = await run(line);
    expect({ line, output, exitCode }).toEqual({ line, output: expect.stringContaining(what ?? ''), exitCode: 1 });
    expect(output).toContain(who);
  }
  expect((await readLiveState(production))?.head).toMatchObject({ seq: 3, canary: { share: 10 } });
  await must('rollout complete');
  paths['mf-payment'] = { pay: '/a' };
  await must('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force --reason bank --approved-by';
  expect((await run(`${forced} meera`)).output).toContain('meera may not force mf-payment in production');
  await must(`${forced} ravi`);
});

test('spaces and capitals are neither a reason nor a second person, and what cannot be seen is refused', async () => {
  const { must, run, paths, host, production } = await openShop();
  const emptyReason = 'needs a reason: add --reason';
  const hidden = 'holds a line break or another control character: write one line of plain text.';
  expect((await run('lock mf-a --reason "   "')).output).toContain(emptyReason);
  expect((await run('lock mf-a --reason "sale\n3  2026-11-21  ravi  promote"')).output).toBe(`--reason ${hidden}`);
  paths['mf-payment'] = { pay: '/a' };
  await must('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force';
  expect((await run(`${forced} --reason " " --approved-by ravi`)).output).toContain(emptyReason);
  for (const self of ['" "', '"asha "', 'ASHA', 'ａｓｈａ']) {
    expect((await run(`${forced} --reason bank --approved-by ${self}`)).output).toContain('is forced by two');
  }
  expect((await run(`${forced} --reason bank --approved-by "ra\u001b[2Kvi"`)).output).toBe(`--approved-by ${hidden}`);
  host.user = 'asha\nravi';
  expect((await run('promote mf-a@1.1.0')).output).toBe(`RELEASE_USER ${hidden}`);
  host.user = ' ';
  expect((await run('promote mf-a@1.1.0')).output).toBe('RELEASE_USER is empty: set it to your name.');
  expect((await readLiveState(production))?.head.seq).toBe(1);
});

test('what is in the store already cannot forge lines or steer the terminal', async () => {
  const { must, json, production } = await openShop();
  await lock(production, 'mf-a', { by: 'asha', reason: 'sale\n9  forged\u001b[2K' });
  expect(await must('history')).toMatch(/2 .*lock {2,}sale\\u000a9 {2}forged\\u001b\[2K\n {2}1 /);
  expect(await must('status')).toContain('locked: mf-a, by asha (sale\\u000a9  forged\\u001b[2K)');
  expect((await json('history --most 1'))[0].reason).toBe('sale\n9  forged\u001b[2K');
});

test('a canary is shared out, completed or halted', async () => {
  const { must, run } = await openShop();
  expect(await must('promote mf-a@1.1.0 --canary 10')).toContain('canary: 10 % get mf-a 1.0.0 → 1.1.0');
  expect(await must('rollout 50')).toContain('canary: 50 %');
  expect((await run('rollout 20')).output).toContain('a share only rises');
  expect(await must('rollout halt')).not.toContain('canary');
  await must('promote mf-a@1.1.0 --canary 10');
  expect(await must('rollout complete')).toMatch(/mf-a +1\.1\.0/);
});

test.each(['50', 'complete'])(
  'rollout %s is about the canary that runs when it is typed: one that is begun meanwhile is left alone',
  async (step) => {
    const { must, run, host, json } = await openShop();
    await must('publish mf-payment --version 1.1.0');
    await must('promote mf-a@1.1.0 --canary 10');
    const { bootComposition } = host;
    host.bootComposition = async (candidate) => {
      host.bootComposition = bootComposition;
      await must('rollout halt');
      await must('promote mf-payment@1.1.0 --canary 10');
      return bootComposition(candidate);
    };
    // One person may force mf-a, and two mf-payment.
    expect(await run(`rollout ${step} --force --reason sale`)).toMatchObject({
      exitCode: 1,
      output: 'The canary of change 2 has ended, and that of change 4 is running: check that one first.',
    });
    expect(await json('status')).toMatchObject({ head: { seq: 4, canary: { share: 10 } } });
  },
);

describe('a composition is started once before shoppers get it', () => {
  const crash: Problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look into the console' };

  it('by check and promote, which refuse what does not start; force goes on record', async () => {
    const { must, run, json, booted, breakBoot } = await openShop();
    booted.length = 0;
    breakBoot(crash);
    expect(await run('check mf-a@1.1.0')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('smoke-test · mf-a: /a throws: no → look into the console'),
    });
    expect((await run('promote mf-a@1.1.0')).output).toContain('smoke-test · mf-a: /a throws: no');
    expect(booted).toHaveLength(2);
    expect(booted[1]).toMatchObject({ env: 'production', remotes: [{ app: 'mf-a', version: '1.1.0' }, {}] });
    await must('promote mf-a@1.1.0 --force --reason "shoppers wait"');
    const [newest] = await json('history --most 1');
    expect(newest.findings).toEqual([{ gate: 'smoke-test', ...crash }]);
  });

  it('and again when a canary grows; the way back is not held up', async () => {
    const { must, run, booted, breakBoot } = await openShop();
    await must('promote mf-a@1.1.0 --canary 10');
    booted.length = 0;
    await must('rollout 20');
    expect(booted).toEqual([
      expect.objectContaining({ remotes: expect.arrayContaining([expect.objectContaining({ version: '1.1.0' })]) }),
    ]);
    breakBoot(crash);
    for (const step of ['50', 'complete']) expect((await run(`rollout ${step}`)).output).toContain('smoke-test · mf-a');
    await must('rollout complete --force --reason "shoppers wait"');
    booted.length = 0;
    expect(await must('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
    expect(await must('rollback --to 4')).toMatch(/mf-a +1\.1\.0/);
    expect(booted).toEqual([]);
  });

  it('a way back to what was never live together is started first, and may lose the paths that came later', async () => {
    const { must, run, paths, booted, breakBoot } = await openShop();
    paths['mf-a'] = { home: '/a', more: '/more' };
    await must('publish mf-a --version 1.2.0');
    await must('promote mf-a@1.2.0');
    await must('publish mf-payment --version 1.1.0');
    await must('promote mf-payment@1.1.0');
    booted.length = 0;
    breakBoot(crash);
    expect((await run('rollback mf-a')).output).toContain('smoke-test · mf-a');
    breakBoot();
    expect(await must('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
    expect(booted).toHaveLength(2);
  });
});

test('rollback takes everything or one app back, and says when there is nothing to go back to', async () => {
  const { must, run } = await openShop();
  expect((await run('rollback')).output).toContain('no earlier version in the history');
  await must('promote mf-a@1.1.0');
  expect(await must('rollback --reason "cards broke"')).toMatch(/mf-a +1\.0\.0/);
  await must('promote mf-a@1.1.0');
  expect(await must('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
  expect(await must('rollback --to 2')).toMatch(/mf-a +1\.1\.0/);
  expect(await must('rollback --to 2')).toContain('That is live already: nothing changed.');
});

test('rollback does not go back to files that are no longer what was published', async () => {
  const { must, run, store, production } = await openShop();
  const before = (await readLiveState(production))?.live.remotes.find(({ app }) => app === 'mf-a');
  await must('promote mf-a@1.1.0');
  await store.remove(`r/mf-a/1.0.0-${before?.digest}/home.js`);
  expect((await run('rollback')).output).toContain('file-integrity · mf-a: home.js of 1.0.0 is missing');
  expect(await must('status')).toMatch(/mf-a +1\.1\.0/);
});

test('a lock keeps an app as it is', async () => {
  const { must, run } = await openShop();
  expect((await run('lock mf-a')).output).toBe('A lock needs a reason: add --reason "…".');
  expect(await must('lock mf-a --reason "sale weekend"')).toContain('locked: mf-a, by asha (sale weekend)');
  expect((await run('promote mf-a@1.1.0')).output).toContain('mf-a is locked by asha');
  await must('unlock mf-a --reason over');
  await must('promote mf-a@1.1.0');
});

test('verify rehashes what is live and walks the log', async () => {
  const { must, run, store, production } = await openShop();
  expect(await must('verify')).toContain('log: 1 changes, chain and signatures whole');
  const shell = (await readLiveState(production))?.live.shell;
  const key = `r/shell/1.0.0-${shell?.digest}/main.js`;
  await store.remove(key);
  await store.putIfAbsent(key, Buffer.from('evil'));
  expect(await run('verify')).toMatchObject({ exitCode: 1, output: expect.stringContaining('DAMAGED: main.js') });
});

test.each([
  ['missing', null],
  ['damaged', 'half a '],
])('repair signs a HEAD that is %s anew, and leaves a good one alone', async (_, bytes) => {
  const { must, run, json, store, production } = await openShop();
  await must('promote mf-a@1.1.0');
  await must('lock mf-a --reason sale');
  const good = await run('repair --reason "disk failed"');
  expect(good).toMatchObject({
    exitCode: 1,
    output: 'HEAD of production is valid, at change 3: there is nothing to repair.',
  });
  await store.remove('env/production/HEAD.json');
  if (bytes !== null) await store.putIfAbsent('env/production/HEAD.json', Buffer.from(bytes));
  expect((await run('promote shell@1.0.0')).output).toMatch(
    bytes === null
      ? 'HEAD of production is missing, though its log goes up to change 3: run "repair" first.'
      : 'is malformed',
  );
  await store.putIfAbsent('env/production/log/000009-0123456789ab.json', Buffer.from('{}'));
  expect((await run('repair')).output).toBe('A repair needs a reason: add --reason "…".');
  const stranger = { ...createTestEnvironment(store) };
  await expect(recoverHead(stranger, { by: 'nobody', reason: '' })).rejects.toThrow(
    'No log entry of production is signed',
  );
  const slow = new Error('timed out');
  const sets = (await store.list('env/production/compositions/')).join();
  const get: ReleaseStore['get'] = (key) => (sets.includes(key) ? Promise.reject(slow) : store.get(key));
  const unreachable = { ...production, store: { ...store, get } };
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  // The damaged entry of change 9 counts: a gateway may have seen its HEAD.
  expect(await must('repair --reason "disk failed"')).toMatch(
    /production, change 10:\n(.*\n)+.*mf-a +1\.1\.0.*\n(.*\n)*Locks and a canary are gone/,
  );
  expect((await readLiveState(production))?.head).toMatchObject({ seq: 10, locks: {} });
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  expect((await json('history')).map(({ action }: { action: string }) => action)).toEqual([
    ...['repair', 'lock', 'promote', 'promote'],
  ]);
  expect(await must('rollback')).toMatch(/mf-a +1\.0\.0/);
});

test('a compressed copy that was replaced is found by verify, and is no way back', async () => {
  const { must, run, store, production } = await openShop();
  const before = (await readLiveState(production))?.live.remotes.find(({ app }) => app === 'mf-a');
  await must('promote mf-a@1.1.0');
  const evil = brotliCompressSync('alert("evil")');
  const replace = async (key: string, bytes: Uint8Array) => {
    await store.remove(key);
    await store.putIfAbsent(key, bytes);
  };
  await replace(`r/mf-a/1.0.0-${before?.digest}/remote-entry.js.br`, evil);
  expect((await run('rollback')).output).toContain(
    'file-integrity · mf-a: remote-entry.js.br of 1.0.0 is missing or was',
  );
  const payment = (await readLiveState(production))?.live.remotes.find(({ app }) => app === 'mf-payment');
  await replace(`r/mf-payment/1.0.0-${payment?.digest}/pay.js.br`, brotliCompressSync(Buffer.alloc(50_000_000)));
  expect(await run('verify')).toMatchObject({ exitCode: 1, output: expect.stringContaining('DAMAGED: pay.js.br') });
});

describe('a live release whose description is missing or was altered', () => {
  const openDamaged = async (bytes?: string) => {
    const shop = await openShop();
    await shop.must('promote mf-a@1.1.0');
    const live = (await readLiveState(shop.production))?.live.remotes.find(({ app }) => app === 'mf-a');
    const key = `r/mf-a/1.1.0-${live?.digest}/release.json`;
    await shop.store.remove(key);
    if (bytes !== undefined) await shop.store.putIfAbsent(key, Buffer.from(bytes));
    return shop;
  };

  it.each([
    ['missing', undefined],
    ['altered', '{}'],
  ])('%s: verify lists it beside the others', async (_, bytes) => {
    const { run } = await openDamaged(bytes);
    const { exitCode, output } = await run('verify');
    expect(exitCode).toBe(1);
    expect(output).toMatch(/mf-a +1\.1\.0 +DAMAGED: release\.json/);
    expect(output).toMatch(/mf-payment +1\.0\.0 +\d+ files as published/);
    expect(output).toContain('log: 2 changes');
  });

  it('is replaced by a promotion, or taken back', async () => {
    const replaced = await openDamaged();
    await replaced.must('publish mf-a --version 1.2.0');
    expect(await replaced.must('promote mf-a@1.2.0')).toMatch(/mf-a +1\.2\.0/);
    expect(await (await openDamaged('{}')).must('rollback')).toMatch(/mf-a +1\.0\.0/);
    expect(await (await openDamaged('{}')).must('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
  });

  it('is a finding against what keeps it, which force overrules', async () => {
    const { must, run } = await openDamaged();
    await must('publish mf-payment --version 1.1.0');
    expect((await run('promote mf-payment@1.1.0')).output).toMatch(
      /file-integrity · mf-a: mf-a@1\.1\.0 \(\w+\) is not in the release store → publish mf-a again under a new version/,
    );
    await must('promote mf-payment@1.1.0 --force --reason bank --approved-by ravi');
  });
});

test('preview prints a link, and what it shows is kept from gc', async () => {
  const { json, run, must } = await openShop();
  const { link, id, expiresAt, remotes } = await json('preview mf-a@1.1.0 --ttl 30m --base https://shop.example/');
  expect(link).toBe(`https://shop.example/-/preview/${id}`);
  expect(remotes).toContainEqual(expect.objectContaining({ app: 'mf-a', version: '1.1.0' }));
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(25);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(await must('gc --keep-days 0')).toBe('  4 releases stay');
  expect((await run('preview mf-a@1.1.0 --ttl soon')).output).toContain('--ttl is "soon": give minutes, hours or days');
});

test('gc asks the policy for whoever types, without the space around their name', async () => {
  const { must, host } = await openShop();
  host.policy = {
    roles: { all: { may: ['promote'], apps: ['*'], environments: ['*'] } },
    people: { asha: { roles: ['all'] } },
  };
  host.user = 'asha ';
  expect(await must('gc --keep-days 0')).toContain('3 releases stay');
});

test('gc removes what nobody uses, and nothing that is live, recent or on its way', async () => {
  const { must, json, store } = await openShop();
  expect(await json('gc --keep-days 30')).toMatchObject({ removed: [], kept: 4, isDry: false });
  const unused = (await store.list('r/mf-a/')).find((key) => key.includes('/1.1.0-'))?.replace(/[^/]+$/, '');
  await store.putIfAbsent('r/mf-a/3.0.0-0123456789ab/half.js', Buffer.from('on its way'));
  expect(await json('gc --keep-days 0 --dry-run')).toMatchObject({ removed: [unused], kept: 3, isDry: true });
  expect(await must('gc --keep-days 0')).toContain('3 releases stay');
  const left = await store.list('r/mf-a/');
  expect(left.filter((key) => key.includes('/1.1.0-'))).toEqual([]);
  expect(left).toContain('r/mf-a/3.0.0-0123456789ab/half.js');
  expect(await must('verify')).toContain('files as published');
});

test('gc removes links that expired long enough ago, and names and keeps what it cannot read', async () => {
  const { must, json, store, production } = await openShop();
  const { live } = (await readLiveState(production)) ?? {};
  if (!live) throw new Error('nothing is live');
  const day = 86_400_000;
  const previewFor = (days: number) => createPreview(production, live, { by: 'asha', duration: days * day });
  const passFor = (days: number) => createStaffPass(production, { by: 'asha', duration: days * day });
  const old = [`preview/${(await previewFor(-8)).id}.json`, `staff/${(await passFor(-8)).id}.json`];
  const kept = [
    ...[(await previewFor(-6)).id, (await previewFor(1)).id].map((id) => `preview/${id}.json`),
    ...[(await passFor(-6)).id, (await passFor(1)).id].map((id) => `staff/${id}.json`),
  ].sort();
  await store.putIfAbsent('preview/broken.json', Buffer.from('half a '));
  const unused = (await store.list('r/mf-a/')).find((key) => key.includes('/1.1.0-') && key.endsWith('/release.json'));
  await store.remove(unused ?? '');
  await store.putIfAbsent(unused ?? '', Buffer.from('{}'));
  expect(await json('gc --keep-days 7 --dry-run')).toMatchObject({ expired: old });
  expect(await store.list('preview/')).toHaveLength(4);
  const said = await must('gc --keep-days 7');
  for (const key of old) expect(said).toContain(`${key} is gone (expired)`);
  expect(said).toContain('  no trusted key signed preview/broken.json: kept, remove by hand\n  4 releases stay');
  expect([...(await store.list('preview/')), ...(await store.list('staff/'))].sort()).toEqual(
    [...kept, 'preview/broken.json'].sort(),
  );
});

test('a version that gc removed can be published again with the same bytes, and with no others', async () => {
  const { must, run, json, change } = await openShop();
  expect(await json('gc --keep-days 0')).toMatchObject({ removed: [expect.stringContaining('mf-a/1.1.0-')] });
  change('two');
  expect((await run('publish mf-a --version 1.1.0')).output).toMatch(
    /^mf-a@1\.1\.0 was published, or begun, with other bytes before/,
  );
  change('one');
  await must('publish mf-a --version 1.1.0');
  expect(await must('list mf-a')).toContain('1.1.0');
});

test('what gc removed is a way back again once it is published again', async () => {
  const { must, run } = await openShop();
  await must('promote mf-a@1.1.0');
  await must('publish mf-a --version 1.2.0');
  await must('promote mf-a@1.2.0');
  expect(await must('gc --keep-days 0')).toContain('mf-a/1.0.0-');
  expect((await run('rollback --to 1')).output).toContain('mf-a@1.0.0');
  await must('publish mf-a --version 1.0.0');
  expect(await must('rollback --to 1')).toMatch(/mf-a +1\.0\.0/);
});

test('gc keeps the version that a page falls back to, however long ago it was live', async () => {
  const { must, json } = await openShop();
  await must('promote mf-a@1.1.0');
  await must('publish mf-payment --version 1.1.0');
  await must('promote mf-payment@1.1.0');
  await must('publish mf-payment --version 1.2.0');
  await must('promote mf-payment@1.2.0');
  const { removed, kept } = await json('gc --keep-days 0');
  expect(removed).toEqual([expect.stringContaining('mf-payment/1.0.0-')]);
  expect(kept).toBe(5);
});

test.each([
  ['fly', 2, 'There is no command "fly": choose from publish, list,'],
  ['promote', 2, 'Name what to promote, such as mf-catalog@1.2.0.'],
  ['check', 2, 'Name what to check, such as mf-catalog@1.2.0.'],
  ['promote mf-a@1.1.0 --approved-by ravi', 2, '--approved-by is for what is forced: add --force, or leave it out.'],
  ['rollout halt --force --reason x', 2, 'A halt passes no gates: leave --force and --approved-by out.'],
  ['rollout halt --approved-by ravi', 2, 'A halt passes no gates: leave --force and --approved-by out.'],
  ['promote mf-a', 2, '"mf-a" names no release: write app@version'],
  ['promote mf-a@9.9.9', 1, 'mf-a@9.9.9 is not published: published are 1.0.0, 1.1.0.'],
  ['promote mf-z@1.0.0', 1, 'nothing of mf-z is published yet'],
  ['promote mf-a@1.1.0 --canary lots', 2, '--canary is "lots": give a whole number from 0 to 100.'],
  ['promote mf-a@1.1.0 --staff', 2, '--staff and --region are lists of a canary: add --canary and a share'],
  ['promote mf-a@1.1.0 --canary 5 --region K/A', 2, '--region is "K/A": give codes with commas, such as KA,MH.'],
  ['promote mf-a@1.1.0 --canary 0', 1, 'A canary of 0 % is for staff or regions: name them, or give it a share.'],
  ['staff --ttl never', 2, '--ttl is "never": give minutes, hours or days'],
  ['promote mf-a@1.1.0 --speed 3', 2, "Unknown option '--speed'"],
  ['publish mf-z', 2, 'There is no app "mf-z": choose from shell, mf-a, mf-payment, or name its folder with --from.'],
  ['promote mf-a@1.1.0 --canary -1', 2, '--canary is "-1": give a whole number from 0 to 100.'],
  ['rollback --to -1', 2, '--to is "-1": give a whole number from 1'],
  ['rollback --to ""', 2, '--to is "": give a whole number from 1'],
  ['gc --keep-days -1', 2, '--keep-days is "-1": give a whole number from 0'],
  ['promote mf-a@1.1.0 --reason --force', 2, '--reason needs a value. Write: promote APP@VERSION'],
  [
    'preview mf-a@1.1.0 --base javascript:alert(1)',
    2,
    '--base is "javascript:alert(1)": give an http or https address',
  ],
  ['staff --base ftp://x', 2, '--base is "ftp://x": give an http or https address, such as https://shop.example.'],
  ['list ../x', 1, 'No release of ../x is in the store.'],
  ['list nonsense', 1, 'No release of nonsense is in the store.'],
  ['rollout 10', 1, 'No canary is running.'],
  ['diff 1', 2, 'Write: diff SEQ SEQ'],
  ['diff 1 99', 2, 'There is no change 99'],
  ['status --env staging', 1, 'staging has nothing live yet'],
])('%s ends with %i and one sentence', async (line, exitCode, sentence) => {
  const { run } = await openShop();
  const outcome = await run(line);
  expect(outcome).toMatchObject({ exitCode, isError: true, output: expect.stringContaining(sentence) });
  expect(outcome.output.split('\n')).toHaveLength(1);
  const asJson = await run(`${line} --json`);
  expect(JSON.parse(asJson.output)).toMatchObject({ error: expect.stringContaining(sentence) });
});

test.each(['../x', 'Staging', 'a/b', '', '-', 'x'.repeat(64)])('no environment is called "%s"', async (name) => {
  const { run } = terminal();
  const { exitCode, output } = await run(`status --env=${name}`);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^--env is ".*": give the name of an environment, such as production: .* hyphens\.$/);
});

test('a canary may be for staff and regions first; status and the log say so', async () => {
  const { must, json } = await openShop();
  expect(await must('promote mf-a@1.1.0 --canary 0 --staff --region ka,MH')).toContain(
    'canary: 0 %, staff, visitors from KA, MH get mf-a 1.0.0 → 1.1.0',
  );
  const [newest] = await json('history --most 1');
  expect(newest.canary).toMatchObject({ share: 0, staff: true, regions: ['KA', 'MH'] });
  expect(newest.canary).not.toHaveProperty('salt');
  expect(await must('rollout 20')).toContain('canary: 20 %, staff, visitors from KA, MH');
});

test('staff prints a link that works for a while', async () => {
  const { json } = await openShop();
  const { link, id, expiresAt } = await json('staff --ttl 2d --base https://shop.example');
  expect(link).toBe(`https://shop.example/-/staff/${id}`);
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(2, 1);
});

/** Watches until something was said once. */
async function watchOnce(args: string[]) {
  const { production, host } = await openShop();
  const interrupt = new AbortController();
  const said: string[] = [];
  const say = (text: string) => {
    said.push(text);
    interrupt.abort();
  };
  const openHost = async () => ({ ...host, say, interrupted: interrupt.signal });
  return { ...(await runReleaseCli(args, openHost)), said, state: await readLiveState(production) };
}

test('watch says what it sees until it is ended, and says what is new once', async () => {
  expect(await watchOnce(['watch'])).toMatchObject({
    exitCode: 0,
    output: 'Watched production; looked 1 time.',
    said: ['production, change 1: no canary runs'],
  });
});

test('watch is refused at once to whom the policy does not let halt whatever canary comes', async () => {
  const role = { apps: ['mf-a'], environments: ['*'] };
  const { run, host } = await openShop();
  host.policy = {
    roles: { team: { ...role, may: ['promote', 'rollback'] }, manager: { ...role, may: ['rollback'], apps: ['*'] } },
    people: { asha: { roles: ['team'] }, ravi: { roles: ['manager'] } },
  };
  host.interrupted = AbortSignal.abort();
  expect(await run('watch')).toMatchObject({
    exitCode: 1,
    output:
      'asha may not take back production as a whole: in the release policy that is for the role manager; ask ravi.',
  });
  host.user = 'ravi';
  expect(await run('watch')).toMatchObject({ exitCode: 0 });
});

test('watch writes JSON by lines', async () => {
  const { said, output } = await watchOnce(['watch', '--json']);
  const lines = [...said, output].join('\n').split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { look: expect.objectContaining({ env: 'production', head: 1, canary: null }) },
    { looks: 1, halted: [] },
  ]);
});

test.each([
  ['--json status', 1, { error: expect.stringContaining('production has nothing live yet') }],
  ['status --json=1', 2, { error: expect.stringContaining("Option '--json' does not take an argument") }],
  ['--json', 0, { commands: expect.arrayContaining([expect.objectContaining({ name: 'publish' })]) }],
  ['help --json', 0, { commands: expect.anything() }],
  ['--json fly', 2, { error: expect.stringContaining('There is no command "fly"') }],
  ['list --json', 0, []],
])('%s answers with one document on stdout', async (line, exitCode, document) => {
  const outcome = await terminal().run(line);
  expect(outcome).toMatchObject({ exitCode, isError: false });
  expect(JSON.parse(outcome.output)).toEqual(document);
});

test('a policy that cannot be read is told as JSON too; help needs none', async () => {
  const openHost = () => Promise.reject(new Error('policy.json is malformed: it is not JSON'));
  const { output, ...outcome } = await runReleaseCli(['status', '--json'], openHost);
  expect(outcome).toEqual({ exitCode: 1, isError: false });
  expect(JSON.parse(output)).toEqual({ error: 'policy.json is malformed: it is not JSON' });
  expect(await runReleaseCli(['help'], openHost)).toMatchObject({ exitCode: 0 });
});

test('help names every command', async () => {
  const { must } = terminal();
  const help = await must('help');
  for (const name of ['publish', 'promote', 'rollout', 'rollback', 'verify', 'gc'])
    expect(help).toContain(`\n  ${name} `);
});
