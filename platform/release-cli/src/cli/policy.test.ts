import { lock } from '@shop/releases/actions/lock';
import type { Policy } from '@shop/releases/policy/policy';
import { readLiveState } from '@shop/releases/state/live-state';
import { createLiveShop } from '../testing/terminal';

test('a person whom the policy does not name can only run commands that read', async () => {
  const { runOk, run, host } = await createLiveShop();
  host.policy = { roles: {}, people: { ravi: { roles: [] } } };
  await runOk('status');
  for (const line of ['preview mf-a@1.1.0', 'staff-link', 'publish shell', 'lock --reason x', 'watch']) {
    expect({ line, ...(await run(line)) }).toMatchObject({
      line,
      exitCode: 1,
      output: expect.stringContaining(
        'asha may only read, since the release policy does not name them: set RELEASE_USER',
      ),
    });
  }
  host.user = 'ravi';
  await runOk('preview mf-a@1.1.0');
});

test('the policy limits the person at the terminal and the second person of a forced promotion', async () => {
  const everything: Policy['roles'][string] = { may: ['promote'], apps: ['*'], environments: ['*'] };
  const policy: Policy = {
    roles: {
      all: everything,
      forcing: { ...everything, may: ['force', 'rollback'], apps: ['mf-payment'] },
      keeper: { ...everything, may: ['lock'], environments: ['production'] },
    },
    people: { asha: { roles: ['all', 'forcing'] }, ravi: { roles: ['forcing'] }, meera: { roles: ['keeper'] } },
  };
  const { runOk, run, paths, production } = await createLiveShop(policy);
  await runOk('promote mf-a@1.1.0');
  const refusals = [
    [
      'lock mf-a --reason sale',
      'asha may not lock mf-a in production',
      'the role keeper has the permission `lock`; ask meera.',
    ],
    ['unlock --reason sale', 'asha may not lock production as a whole', 'ask meera.'],
    ['rollback', 'asha may not roll back mf-a in production', 'no role in the policy has the permission `rollback`.'],
    [
      'promote mf-a@1.0.0 --force --reason x',
      'asha may not force mf-a in production',
      'no role in the policy has the permission `force`',
    ],
  ];
  await runOk('promote mf-a@1.0.0 --canary 10');
  refusals.push(['rollout halt', 'asha may not roll back mf-a in production', 'no role in the policy has']);
  for (const [line = '', what, who] of refusals) {
    const { output, exitCode } = await run(line);
    expect({ line, output, exitCode }).toEqual({ line, output: expect.stringContaining(what ?? ''), exitCode: 1 });
    expect(output).toContain(who);
  }
  expect((await readLiveState(production))?.head).toMatchObject({ seq: 3, canaries: [{ share: 10 }] });
  await runOk('rollout complete --reason x');
  paths['mf-payment'] = { pay: '/a' };
  await runOk('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force --reason bank --approved-by';
  expect((await run(`${forced} meera`)).output).toContain('meera may not force mf-payment in production');
  await runOk(`${forced} ravi`);
});

test('rejects blank reasons, a second person who is the first, and control characters', async () => {
  const { runOk, run, paths, host, production } = await createLiveShop();
  const emptyReason = 'needs a reason: add --reason';
  const hidden = 'contains a line break or another control character: write one line of plain text.';
  expect((await run('lock mf-a --reason "   "')).output).toContain(emptyReason);
  for (const command of ['lock mf-a', 'rotate-key activate']) {
    const forged = `${command} --reason "sale\n3  2026-11-21  ravi  promote"`;
    expect((await run(forged)).output).toBe(`--reason ${hidden}`);
  }
  paths['mf-payment'] = { pay: '/a' };
  await runOk('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force';
  expect((await run(`${forced} --reason " " --approved-by ravi`)).output).toContain(emptyReason);
  const missing = 'mf-payment needs the approval of another person to be forced: add --approved-by';
  expect((await run(`${forced} --reason bank`)).output).toContain(missing);
  const own = '--approved-by is empty or names you: name another person.';
  for (const self of ['--approved-by " "', '--approved-by "asha "', '--approved-by ASHA', '--approved-by ａｓｈａ']) {
    expect((await run(`${forced} --reason bank ${self}`)).output).toContain(own);
  }
  expect((await run(`${forced} --reason bank --approved-by "ra\u001b[2Kvi"`)).output).toBe(`--approved-by ${hidden}`);
  host.user = 'asha\nravi';
  expect((await run('promote mf-a@1.1.0')).output).toBe(`RELEASE_USER ${hidden}`);
  host.user = ' ';
  expect((await run('promote mf-a@1.1.0')).output).toBe('RELEASE_USER is empty: set it to your name.');
  expect((await readLiveState(production))?.head.seq).toBe(1);
});

test('escapes control characters of stored text on the terminal', async () => {
  const { runOk, runJson, production } = await createLiveShop();
  await lock(production, 'mf-a', { by: 'asha', reason: 'sale\n9  forged\u001b[2K' });
  expect(await runOk('history')).toMatch(/2 .*locked mf-a +sale\\u000a9 {2}forged\\u001b\[2K\n {2}1 /);
  expect(await runOk('status')).toContain('locked: mf-a, by asha (sale\\u000a9  forged\\u001b[2K)');
  expect((await runJson('history --limit 1'))[0].reason).toBe('sale\n9  forged\u001b[2K');
});

test('only commands that sign open a signer', async () => {
  const { run, runOk, host, production } = await createLiveShop();
  await runOk('promote mf-a@1.1.0 --canary 10');
  const { signer: _, signingKey: __, ...readOnly } = production;
  host.openEnvironment = async (name, use) => {
    if (use === 'sign') throw new Error('no signer');
    return { ...readOnly, name };
  };
  for (const line of ['status', 'list', 'history', 'diff 1 2', 'check mf-a@1.1.0', 'verify', 'gc', 'publish shell']) {
    await runOk(line);
  }
  const signing = [
    'promote mf-a@1.0.0',
    'rollout 50',
    'rollout halt',
    'rollback',
    'lock --reason x',
    'unlock --reason x',
  ];
  for (const line of [...signing, 'preview mf-a@1.1.0', 'staff-link', 'watch']) {
    expect({ line, ...(await run(line)) }).toMatchObject({ line, exitCode: 1, output: 'no signer' });
  }
});

/** Asha and Ravi may promote everything and force it, Meera may promote mf-a. */
const team: Policy = {
  roles: {
    all: { may: ['promote', 'rollback', 'force'], apps: ['*'], environments: ['*'] },
    catalog: { may: ['promote'], apps: ['mf-a'], environments: ['*'] },
  },
  people: {
    asha: { roles: ['all'] },
    ravi: { roles: ['all'] },
    nila: { roles: ['all'] },
    meera: { roles: ['catalog'] },
  },
};

test('a change of an app needs as many approvals of other people as the policy says', async () => {
  const { runOk, run, host, production } = await createLiveShop(team);
  host.policy = { ...team, environments: { production: { approvals: { 'mf-payment': 2 } } } };
  await runOk('publish mf-payment --version 1.1.0');
  await runOk('promote mf-a@1.1.0');
  const promote = 'promote mf-payment@1.1.0 --canary 10';
  expect(await run(promote)).toMatchObject({
    exitCode: 2,
    output:
      'mf-payment needs the approval of 2 further people to go to more visitors: add --approved-by and the name for each.',
  });
  expect((await run(`${promote} --approved-by ravi`)).output).toContain('the approval of another person');
  expect((await run(`${promote} --approved-by ravi --approved-by meera`)).output).toBe(
    'meera may not promote mf-payment in production: the role all has the permission `promote`; ask asha or ravi or nila.',
  );
  await runOk(`${promote} --approved-by ravi --approved-by nila`);
  expect(await readLiveState(production)).toMatchObject({ canaries: [{ owner: 'asha' }] });
  expect(await runOk('history --limit 1')).toContain('asha, approved by ravi and nila');
  expect((await run('rollout 50')).output).toContain('mf-payment needs the approval of 2 further people');
  expect((await run('rollout complete --reason x')).output).toContain('mf-payment needs the approval');
  await runOk('rollout halt');
  await runOk('rollback mf-a');
});

test('a freeze stops a promotion until it is forced with a reason, and status shows it', async () => {
  const { runOk, run, host } = await createLiveShop(team);
  const freezes = [{ reason: 'sale', from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' }];
  host.policy = { ...team, environments: { production: { freezes } } };
  expect(await run('promote mf-a@1.1.0')).toMatchObject({
    exitCode: 1,
    output: 'production is frozen until 2999-01-01 00:00 UTC (sale): wait, or force it with a reason.',
  });
  expect(await runOk('status')).toContain('  all apps: frozen until 2999-01-01 00:00 UTC (sale)');
  expect((await run('promote mf-a@1.1.0 --force')).output).toContain('--force needs a reason');
  await runOk('promote mf-a@1.1.0 --force --reason "the price is wrong"');
  await runOk('promote --from production --env staging');
});
