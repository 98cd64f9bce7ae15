import { createLiveShop } from '../testing/terminal';

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
