import { createLiveShop } from '../../testing/terminal';

test('rollout raises the share of a canary, completes it or halts it', async () => {
  const { runOk, run } = await createLiveShop();
  expect(await runOk('promote mf-a@1.1.0 --canary 10')).toContain('canary: 10 % get mf-a 1.0.0 → 1.1.0');
  expect(await runOk('rollout 50')).toContain('canary: 50 %');
  expect((await run('rollout 20')).output).toContain('a share only rises');
  expect(await runOk('rollout halt')).not.toContain('canary');
  await runOk('promote mf-a@1.1.0 --canary 10');
  expect(await runOk('rollout complete')).toMatch(/mf-a +1\.1\.0/);
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
