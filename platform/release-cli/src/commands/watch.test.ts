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
  const openHost = async () => ({ ...host, print, watchInterrupt: () => interrupt.signal });
  return { ...(await runReleaseCli(args, openHost)), printed };
}

test('watch prints a report once until it is interrupted', async () => {
  expect(await watchOnce(['watch'])).toMatchObject({
    exitCode: 0,
    output: 'Watched production: 1 poll.',
    printed: ['production, change 1: no canary runs'],
  });
});

test('watch says that it waits where nothing is live, as for a mistyped environment', async () => {
  expect(await watchOnce(['watch', '--env', 'prodution'])).toMatchObject({
    exitCode: 0,
    printed: ['prodution has no live composition yet: watching begins with the first promotion.'],
  });
});

test('watch --json prints one JSON document per line', async () => {
  const { printed, output } = await watchOnce(['watch', '--json']);
  const lines = [...printed, output].join('\n').split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { report: expect.objectContaining({ env: 'production', head: 1, canaries: [] }) },
    { polls: 1, halted: [] },
  ]);
});
