import { runReleaseCli } from '../cli/release-cli';
import { createLiveShop } from '../testing/terminal';

/** Runs the command until it has printed one result. @returns The outcome and the printed results. */
async function watchOnce(args: string[]) {
  const { host } = await createLiveShop();
  const interrupt = new AbortController();
  const printed: string[] = [];
  const print = (text: string) => {
    printed.push(text);
    interrupt.abort();
  };
  const openHost = async () => ({ ...host, print, interrupted: interrupt.signal });
  return { ...(await runReleaseCli(args, openHost)), printed };
}

test('watch prints a report once until it is interrupted', async () => {
  expect(await watchOnce(['watch'])).toMatchObject({
    exitCode: 0,
    output: 'Watched production: 1 poll.',
    printed: ['production, change 1: no canary runs'],
  });
});

test('watch rejects a person who may not halt every canary', async () => {
  const role = { apps: ['mf-a'], environments: ['*'] };
  const { run, host } = await createLiveShop();
  host.policy = {
    roles: { team: { ...role, may: ['promote', 'rollback'] }, manager: { ...role, may: ['rollback'], apps: ['*'] } },
    people: { asha: { roles: ['team'] }, ravi: { roles: ['manager'] } },
  };
  host.interrupted = AbortSignal.abort();
  expect(await run('watch')).toMatchObject({
    exitCode: 1,
    output: 'asha may not roll back production as a whole: the role manager has the permission `rollback`; ask ravi.',
  });
  host.user = 'ravi';
  expect(await run('watch')).toMatchObject({ exitCode: 0 });
});

test('watch --json prints one JSON document per line', async () => {
  const { printed, output } = await watchOnce(['watch', '--json']);
  const lines = [...printed, output].join('\n').split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { report: expect.objectContaining({ env: 'production', head: 1, canaries: [] }) },
    { polls: 1, halted: [] },
  ]);
});
