import type { Policy } from '@shop/releases/policy/policy';
import { createLiveShop } from '../../testing/terminal';

/** Asha releases mf-a and Meera mf-payment. */
const policy: Policy = {
  roles: {
    a: { may: ['promote', 'rollback'], apps: ['mf-a'], environments: ['*'] },
    payment: { may: ['promote', 'rollback'], apps: ['mf-payment'], environments: ['*'] },
  },
  people: { asha: { roles: ['a'] }, meera: { roles: ['payment'] } },
};

/** A shop in which asha runs a canary of mf-a and Meera one of mf-payment. Only asha's commands are hers: `as` changes the person. */
async function createShopWithTwoCanaries() {
  const shop = await createLiveShop();
  for (const version of ['1.1.0', '1.2.0']) await shop.runOk(`publish mf-payment --version ${version}`);
  shop.host.policy = policy;
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
    /canary: 10 % get mf-a 1\.0\.0 → 1\.1\.0, by asha\n {2}canary: 20 % get mf-payment 1\.0\.0 → 1\.1\.0, by meera/,
  );
  const releases = await runOk('list');
  expect(releases).toMatch(/mf-a +1\.1\.0 +\w+ +canary, 10 %/);
  expect(releases).toMatch(/mf-payment +1\.1\.0 +\w+ +canary, 20 %/);
});

test('rollout names the canary by an app, and asks for the name while several are running', async () => {
  const { run, as } = await createShopWithTwoCanaries();
  for (const step of ['50', 'complete', 'halt']) {
    expect(await run(`rollout ${step}`)).toMatchObject({
      exitCode: 1,
      output:
        '2 canaries are running, so name one by its app. Running: the canary of mf-a (asha, 10 %); the canary of mf-payment (meera, 20 %).',
    });
  }
  expect((await run('rollout 50 mf-z')).output).toContain('No canary of mf-z is running. Running: the canary of mf-a');
  expect(await as('meera').runOk('rollout 50 mf-payment')).toContain('canary: 50 % get mf-payment');
  expect((await as('asha').run('rollout halt mf-payment')).output).toContain('asha may not roll back mf-payment');
  expect(await as('asha').runOk('rollout halt mf-a')).not.toContain('get mf-a');
  expect(await as('meera').runOk('rollout complete')).toMatch(/mf-payment +1\.1\.0/);
});

test('a person ships and rolls back an app during the canary of another person', async () => {
  const { as } = await createShopWithTwoCanaries();
  await as('meera').runOk('rollout complete mf-payment');
  const promoted = await as('meera').runOk('promote mf-payment@1.2.0');
  expect(promoted).toContain('canary: 10 % get mf-a 1.0.0 → 1.1.0, by asha');
  expect(promoted).not.toContain('halted');
  const rolledBack = await as('meera').runOk('rollback mf-payment');
  expect(rolledBack).toMatch(/mf-payment +1\.1\.0/);
  expect(rolledBack).toContain('canary: 10 % get mf-a 1.0.0 → 1.1.0, by asha');
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
    'halted: the canary of mf-a, tell asha: it does not pass the gates on the new live composition: smoke-test · mf-a: /a throws: no; only mf-a 1.1.0 differs from the live composition → look',
  );
  expect(await as('asha').runOk('status')).toContain(
    'halted in change 5 by meera: the canary of asha of mf-a: it does not pass the gates',
  );
  expect(await as('asha').runOk('history')).toMatch(/5 .* meera +promote +hotfix; ended the canary of mf-a \(asha\)/);
  expect(await runJson('status')).toMatchObject({
    head: { schema: 2, canaries: [], pairs: [] },
    notices: [{ apps: ['mf-a'], owner: 'asha', seq: 5, by: 'meera' }],
  });
  host.smokeTest = async () => [];
  await as('asha').runOk('promote mf-a@1.1.0 --canary 10');
  expect(await as('asha').runOk('status')).not.toContain('halted in change');
});
