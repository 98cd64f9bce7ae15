import { createStandardGates } from '@shop/releases/gates/standard-gates';
import { recordSteps } from '../testing/record-steps';
import { createLiveShop } from '../testing/terminal';

/** A shop whose commands report their steps to a list: `✓ upload`. */
async function createObservedShop() {
  const shop = await createLiveShop();
  const recorded = recordSteps();
  shop.host.progress = recorded.progress;
  return { ...shop, ...recorded };
}

const gates = [...createStandardGates().map(({ name }) => name), 'smoke-test'].map((name) => `✓ gate ${name}`);

test('publish reports the check of the types and the upload', async () => {
  const { runOk, steps, getPlanned } = await createObservedShop();
  await runOk('publish mf-a --version 1.2.0');
  expect(steps).toEqual(['✓ types with the shell', '✓ upload']);
  // The test's host builds nothing. A build is two steps.
  expect(getPlanned()).toBe(4);
});

test('check reports each gate, and promote the release store and each gate of each composition', async () => {
  const { runOk, steps, getPlanned } = await createObservedShop();
  await runOk('check mf-a@1.1.0');
  expect([...steps].sort()).toEqual([...gates].sort());
  expect(getPlanned()).toBe(gates.length);
  steps.length = 0;
  await runOk('promote mf-a@1.1.0');
  expect(steps[0]).toBe('✓ release store');
  expect(new Set(steps.slice(1))).toEqual(new Set(gates));
});

test('a gate with a finding is a failed step', async () => {
  const { run, failSmokeTest, steps } = await createObservedShop();
  failSmokeTest({ app: 'mf-a', problem: '/a throws', remedy: 'look' });
  expect(await run('check mf-a@1.1.0')).toMatchObject({ exitCode: 1 });
  expect(steps).toContain('✗ gate smoke-test');
});

test('preview reports the release store and the preview', async () => {
  const { runOk, steps } = await createObservedShop();
  await runOk('preview mf-a@1.1.0');
  expect(steps).toEqual(['✓ release store', '✓ preview']);
});

test.each(['check mf-a@1.1.0', 'promote mf-a@1.1.0', 'publish mf-a --version 1.2.0', 'preview mf-a@1.1.0'])(
  '%s --json reports no step',
  async (line) => {
    const { runJson, steps } = await createObservedShop();
    await runJson(line);
    expect(steps).toEqual([]);
  },
);
