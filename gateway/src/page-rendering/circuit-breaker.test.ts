import { createCircuitBreaker } from './circuit-breaker';

type Result = 'success' | 'failure' | 'none';

function openBreaker() {
  const clock = { now: 0 };
  const opened: Result[] = [];
  const breaker = createCircuitBreaker<Result>({
    isFailure: (result) => (result === 'none' ? null : result === 'failure'),
    retryAfterMs: 100,
    maxRetryAfterMs: 300,
    now: () => clock.now,
    onOpen: (result) => opened.push(result),
  });
  const run = (result: Result) => breaker.run(async () => result);
  const runMany = async (...results: Result[]) => {
    for (const result of results) await run(result);
  };
  return { breaker, clock, opened, run, runMany };
}

const failures: Result[] = ['failure', 'failure', 'failure', 'failure', 'failure'];

it('opens after five failures, and admits one probe after the delay', async () => {
  const { breaker, clock, opened, run, runMany } = openBreaker();
  await runMany(...failures);
  expect(opened).toEqual(['failure']);
  clock.now = 99;
  expect(run('success')).toBeNull();
  clock.now = 100;
  let finish = (_: Result) => {};
  const probe = breaker.run(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  expect(run('success')).toBeNull();
  finish('success');
  await probe;
  expect(await run('success')).toBe('success');
});

it('doubles the delay with each probe that fails, up to the maximum', async () => {
  const { clock, run, runMany } = openBreaker();
  await runMany(...failures);
  for (const delay of [100, 200, 300, 300]) {
    clock.now += delay - 1;
    expect(run('failure')).toBeNull();
    clock.now += 1;
    expect(await run('failure')).toBe('failure');
  }
});

it('admits the next probe at once when a probe says nothing', async () => {
  const { clock, run, runMany } = openBreaker();
  await runMany(...failures);
  clock.now = 100;
  await run('none');
  expect(await run('success')).toBe('success');
});

it('stays closed while fewer than half of the results are failures', async () => {
  const { opened, runMany } = openBreaker();
  await runMany('success');
  for (let index = 0; index < 20; index++) await runMany('failure', 'success', 'success', 'none');
  expect(opened).toEqual([]);
});
