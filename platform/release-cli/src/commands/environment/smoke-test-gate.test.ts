import type { Problem } from '@shop/releases/gates/gate';
import { createLiveShop } from '../../testing/terminal';

describe('smoke test', () => {
  const crash: Problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look into the console' };

  it('check and promote reject a composition that does not start, and --force records the finding', async () => {
    const { runOk, run, runJson, smokeTested, failSmokeTest } = await createLiveShop();
    smokeTested.length = 0;
    failSmokeTest(crash);
    expect(await run('check mf-a@1.1.0')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining(
        'smoke-test · mf-a: /a throws: no; only mf-a 1.1.0 differs from the live composition → look into the console',
      ),
    });
    expect((await run('promote mf-a@1.1.0')).output).toContain('smoke-test · mf-a: /a throws: no');
    expect(smokeTested).toHaveLength(2);
    expect(smokeTested[1]).toMatchObject({ env: 'production', remotes: [{ app: 'mf-a', version: '1.1.0' }, {}] });
    await runOk('promote mf-a@1.1.0 --force --reason "shoppers wait"');
    const [newest] = await runJson('history --limit 1');
    expect(newest.findings).toEqual([{ gate: 'smoke-test', ...crash }]);
  });

  it('rollout runs the smoke test, and a rollback to a composition that was live does not', async () => {
    const { runOk, run, smokeTested, failSmokeTest } = await createLiveShop();
    await runOk('promote mf-a@1.1.0 --canary 10');
    smokeTested.length = 0;
    await runOk('rollout 20');
    expect(smokeTested).toEqual([
      expect.objectContaining({ remotes: expect.arrayContaining([expect.objectContaining({ version: '1.1.0' })]) }),
    ]);
    failSmokeTest(crash);
    for (const step of ['50', 'complete']) expect((await run(`rollout ${step}`)).output).toContain('smoke-test · mf-a');
    await runOk('rollout complete --force --reason "shoppers wait"');
    smokeTested.length = 0;
    expect(await runOk('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
    expect(await runOk('rollback --to 4')).toMatch(/mf-a +1\.1\.0/);
    expect(smokeTested).toEqual([]);
  });

  it('a rollback of one app smoke-tests a composition that was never live and may remove newer paths', async () => {
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
  });
});
