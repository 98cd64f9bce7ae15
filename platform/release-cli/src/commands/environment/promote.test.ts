import { readLiveState } from '@shop/releases/state/live-state';
import { createLiveShop } from '../../testing/terminal';

test('promote prints the changes, and status, list and history show them', async () => {
  const { runOk, runJson } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --reason "new cards"')).toContain('mf-a 1.0.0 → 1.1.0');
  expect(await runOk('status')).toMatch(/production, change 2:\n {2}shell +1\.0\.0/);
  expect(await runOk('list mf-a')).toMatch(/mf-a {2}1\.0\.0 {2}\w+\n {2}mf-a {2}1\.1\.0 {2}\w+ {2}live/);
  expect(await runOk('history')).toMatch(/2 {2}\S+ \S+ {2}asha {2}promote {2}new cards\n {2}1 .*opening/);
  expect(await runJson('diff 1 2')).toEqual(['mf-a 1.0.0 → 1.1.0']);
  expect(await runOk('promote mf-a@1.1.0')).toContain('That is live already: nothing changed.');
});

test('check prints the findings of the gates, exits with 1 and changes nothing', async () => {
  const { runOk, run, paths, production } = await createLiveShop();
  expect(await runOk('check mf-a@1.1.0')).toBe('All gates pass.');
  const losing = await run('check --remove-app mf-a');
  expect(losing).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('route-ownership · mf-a: /a is live and would'),
  });
  expect(await runOk('check --remove-app mf-a --remove-path /a')).toBe('All gates pass.');
  paths['mf-a'] = { pay: '/pay' };
  await runOk('publish mf-a --version 2.0.0');
  const refused = await run('check mf-a@2.0.0');
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain(
    'route-ownership · mf-payment: it owns /pay, and so does mf-a → leave the path to one of them',
  );
  expect(refused.output).toContain('route-ownership · mf-a: /a is live and would have no owner');
  expect((await run('promote mf-a@2.0.0')).output).toContain('The composition was refused');
  expect((await readLiveState(production))?.head.seq).toBe(1);
});

test('--force needs a reason, and a second person for an app that handles money', async () => {
  const { runOk, run, runJson, paths } = await createLiveShop();
  paths['mf-payment'] = { pay: '/a' };
  await runOk('publish mf-payment --version 2.0.0');
  const forced = 'promote mf-payment@2.0.0 --force';
  expect(await run(forced)).toMatchObject({ exitCode: 2, output: '--force needs a reason: add --reason "…".' });
  for (const second of ['', '--approved-by asha']) {
    expect((await run(`${forced} --reason bank ${second}`)).output).toContain(
      'mf-payment can be forced by two people only',
    );
  }
  await runOk(`${forced} --reason bank --approved-by ravi`);
  const [newest] = await runJson('history --limit 1');
  expect(newest).toMatchObject({ by: 'asha, approved by ravi', reason: 'bank', isForced: true });
  expect(newest.findings).not.toHaveLength(0);
});

test('promote starts a canary for staff and regions, and the history records the audience', async () => {
  const { runOk, runJson } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --canary 0 --staff --regions ka,MH')).toContain(
    'canary: 0 %, staff, visitors from KA, MH get mf-a 1.0.0 → 1.1.0',
  );
  const [newest] = await runJson('history --limit 1');
  expect(newest.canaries).toMatchObject([{ share: 0, staff: true, regions: ['KA', 'MH'], owner: 'asha' }]);
  expect(newest.canaries[0]).not.toHaveProperty('salt');
  expect(newest.canaries[0]).not.toHaveProperty('steps');
  expect(await runOk('rollout 20')).toContain('canary: 20 %, staff, visitors from KA, MH');
});
