import { repeat } from './repeat';
import { getRequestScope, runInRequestScope } from './request-scope';

it('runs a task outside of the request that starts the repetition', async () => {
  const scopes: unknown[] = [];
  await new Promise<void>((resolve) => {
    const task = async () => {
      scopes.push(getRequestScope());
      if (scopes.length === 2) resolve(repetition.stop());
    };
    const repetition = runInRequestScope({ requestId: 'first' }, () => repeat(task, 1));
  });
  expect(scopes).toEqual([undefined, undefined]);
});
