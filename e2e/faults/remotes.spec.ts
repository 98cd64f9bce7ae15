import type { Page } from '@playwright/test';
import { BrokenRemote, type RemoteName, remoteScreens } from '../fixtures/faults/broken-remote';
import { type FaultCase, runCases, spread } from '../fixtures/faults/fault-cases';
import { expect, expectFrame, readStoredCart, test } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { shortenTimeLimits } from '../fixtures/faults/time-lapse';
import { UnavailablePart } from '../pages/shop.pages';

/** A fault of a remote. `end` makes the remote work again. */
interface RemoteFault {
  start: (broken: BrokenRemote, file: string, page: Page) => Promise<void>;
  end: (broken: BrokenRemote, page: Page) => Promise<void>;
}

const mend = (broken: BrokenRemote) => broken.mend();

/** A fault in the code of a screen, which `window.shopFault` switches on. */
const inCode = (fault: 'load' | 'render' | 'effect'): RemoteFault => ({
  start: async (broken, _file, page) => {
    await page.addInitScript((name) => {
      (window as { shopFault?: string }).shopFault = name;
    }, fault);
    await broken.releaseFaultyScreens();
  },
  end: (_broken, page) => page.evaluate(() => void delete (window as { shopFault?: string }).shopFault),
});

/** A script that does not arrive may hold the load event back. */
const withoutLoadEvent = { waitUntil: 'domcontentloaded' } as const;

const missing: Parameters<BrokenRemote['intercept']>[1] = (route) => route.fulfill({ status: 404, body: 'Not found' });

const faults: Readonly<Record<string, RemoteFault>> = {
  'every file is missing': { start: (broken) => broken.intercept('all', missing), end: mend },
  'the entry is missing': { start: (broken) => broken.intercept(broken.entry, missing), end: mend },
  'the code of the screen is missing': { start: (broken, file) => broken.intercept(file, missing), end: mend },
  'the entry is an error page': {
    start: (broken) => broken.intercept(broken.entry, (route) => route.fulfill({ status: 503, body: '<h1>503</h1>' })),
    end: mend,
  },
  'the entry does not arrive': {
    start: (broken) => broken.intercept(broken.entry, () => new Promise(() => undefined)),
    end: mend,
  },
  'the code of the screen does not arrive': {
    start: (broken, file) => broken.intercept(file, () => new Promise(() => undefined)),
    end: mend,
  },
  'the entry is corrupt': { start: (broken) => broken.corrupt(broken.entry), end: mend },
  'the code of the screen is corrupt': { start: (broken, file) => broken.corrupt(file), end: mend },
  'it throws on load': inCode('load'),
  'it throws at render': inCode('render'),
  'it throws in an effect': inCode('effect'),
};

const remotes = Object.keys(remoteScreens) as RemoteName[];
/** A screen of another remote, to which the shopper goes and comes back. */
const otherScreen = (remote: RemoteName) =>
  remote === 'mf-catalog'
    ? { link: 'Contact', heading: /Contact/ }
    : { link: 'All Products', heading: 'Explore Categories' };

test('a remote that fails leaves the rest of the shop usable, and Try Again shows it when the fault is gone', async ({
  visit,
}) => {
  const runCase = (remote: RemoteName, { start, end }: RemoteFault) =>
    visit({ pieces: 3 }, async ({ context, page }) => {
      const beacons: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/-/')) beacons.push(request.postData() ?? '');
      });
      await shortenTimeLimits(page, { beacons: true });
      const broken = await BrokenRemote.find(context, remote);
      const { address, file } = remoteScreens[remote];
      await start(broken, `${file}.js`, page);
      await page.goto(address, withoutLoadEvent);
      const { heading: unavailable, message, tryAgain } = new UnavailablePart(page);
      await expect(unavailable).toBeVisible({ timeout: 20_000 });
      await expect(message).toBeVisible();
      await expectSoundScreen(page);
      await expectFrame(page);
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
      await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();

      const { link, heading } = otherScreen(remote);
      await page.getByRole('link', { name: link }).first().click();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await page.goBack(withoutLoadEvent);
      await expect(unavailable).toBeVisible({ timeout: 20_000 });

      await end(broken, page);
      await expect(async () => {
        // The page retries too, and may remove the button before the click.
        if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 2000 });
        await expect(unavailable).toBeHidden({ timeout: 4000 });
      }).toPass({ timeout: 12_000 });
      await expectSoundScreen(page);
      expect(Object.values(await readStoredCart(page))).toEqual([3]);
      await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
      await expect
        .poll(() => beacons.some((body) => /"(errors|loadFailures)":[1-9]/.test(body)), {
          message: 'telemetry counts the failure',
        })
        .toBe(true);
    });
  // The shell treats all remotes alike: each fault meets one or two of them.
  const cases = spread(remotes, Object.entries(faults), 3).map(
    ([remote, [fault, steps]]): FaultCase => ({ fault, place: remote, run: () => runCase(remote, steps) }),
  );
  await runCases('faults of remotes', cases);
});
