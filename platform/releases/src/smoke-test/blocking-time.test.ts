import type { BrowserContext } from 'playwright-core';
import { compareBlocking, type ServedComposition } from './blocking-time';

const [next, live] = ['http://127.0.0.1:4000', 'http://127.0.0.1:4001'];

/** Creates a browser whose pages block for a time by their origin. Null: the page shows an error. */
function createBrowser(blockedMs: Record<string, number | null>): BrowserContext {
  const newPage = async () => {
    let origin = '';
    return {
      goto: async (address: string) => {
        origin = new URL(address).origin;
      },
      getByRole: () => ({
        first: () => ({
          waitFor: async () => {
            if (blockedMs[origin] === null) throw new Error('there is no heading');
          },
        }),
      }),
      waitForLoadState: async () => undefined,
      evaluate: async () => blockedMs[origin],
      close: async () => undefined,
    };
  };
  return { newPage } as never;
}

const served: ServedComposition = { composition: { remotes: [] } as never, origin: live };

it.each<[string, number | null, () => Promise<ServedComposition>, [problem: string, measured: number][]]>([
  ['starts quickly', 100, async () => served, [['/ blocks the main thread at its start for 2000 ms', 2000]]],
  ['blocks as long', 2000, async () => served, []],
  ['does not show the page', null, async () => served, []],
  ['does not start', 100, () => Promise.reject(new Error('the server ended')), []],
])('compares a page that blocks with the live version that %s', async (_what, liveMs, openLive, problems) => {
  const blocked = [{ page: { app: 'shell', pathname: '/' }, blockedMs: 2000 }];
  const found = await compareBlocking(createBrowser({ [next]: 2000, [live]: liveMs }), next, blocked, openLive);
  expect(found.map(({ problem, measured }) => [problem.split(',')[0], measured])).toEqual(problems);
});

it('reports the error of a page that does not show in the next version', async () => {
  const blocked = [{ page: { app: 'shell', pathname: '/' }, blockedMs: 2000 }];
  const compared = compareBlocking(createBrowser({ [next]: null, [live]: 0 }), next, blocked, async () => served);
  await expect(compared).rejects.toThrow('there is no heading');
});
