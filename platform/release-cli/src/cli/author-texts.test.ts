import { lock } from '@shop/releases/actions/lock';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

test('rejects blank reasons and control characters', async () => {
  const { run, host, production } = await createLiveShop();
  const emptyReason = 'needs a reason: add --reason';
  const hidden = 'contains a line break or another control character: write one line of plain text.';
  expect((await run('lock mf-a --reason "   "')).output).toContain(emptyReason);
  for (const command of ['lock mf-a', 'rotate-key activate']) {
    const forged = `${command} --reason "sale\n3  2026-11-21  ravi  promote"`;
    expect((await run(forged)).output).toBe(`--reason ${hidden}`);
  }
  // A name that no header can carry does not reach a service.
  host.openService = () => Promise.reject(new Error('the service was asked'));
  host.user = 'asha\nravi';
  expect((await run('promote mf-a@1.1.0')).output).toBe(`RELEASE_USER ${hidden}`);
  host.user = ' ';
  expect((await run('promote mf-a@1.1.0')).output).toBe('RELEASE_USER is empty: set it to your name.');
  expect((await readLive(production)).head.seq).toBe(1);
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

test('an app that moves money is forced through the release service only, which asks another person', async () => {
  const { runOk, run, paths, production } = await createLiveShop();
  paths['mf-payment'] = { pay: '/a' };
  await runOk('publish mf-payment --version 2.0.0');
  expect(await run('promote mf-payment@2.0.0 --force --reason bank')).toMatchObject({
    exitCode: 1,
    output:
      'mf-payment needs the approval of another person to be forced: make the change through the release service, whose console has the approvals.',
  });
  expect((await readLive(production)).head.seq).toBe(1);
});

test('status says that no policy applies without a release service', async () => {
  const { runOk } = await createLiveShop();
  expect(await runOk('status')).toMatch(
    /\n {2}no policy: this command line works on the release store without a release service$/,
  );
});
