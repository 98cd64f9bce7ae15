import type { Browser } from '@playwright/test';
import { type ConsoleRemote, createConsoleRemote } from '../../fixtures/console-remote';
import { npmRun } from '../../fixtures/npm-run';
import { type OwnGateway, readVersions, startOwnGateway } from '../../fixtures/own-gateway';
import { expect, test } from '../../fixtures/shop';
import { ConsolePage } from '../../pages/console.page';

/** Visitors of each group before the analysis compares them. */
const visitorsPerGroup = 52;
/** Visitors at the same time. */
const parallelVisitors = 4;
/** A gateway closes a window of its comparison after a minute. */
const windowMs = 61_000;

/** Throws for visitors with a campaign in their address. The smoke test has none. */
const breakCampaigns = (source: string) =>
  source
    .replace("<PageHeading>{t('Deals')}<", '<PageHeading>New deals<')
    .replace(/^/, "import { useEffect } from 'react';\n")
    .replace(
      '  return (',
      `  useEffect(() => {
    const campaign = window.location.hash.slice(1);
    const discounts: Record<string, { percent: number } | undefined> = {};
    if (campaign) setTimeout(() => console.info((discounts[campaign] as { percent: number }).percent));
  }, []);
  return (`,
    );

interface Beacon {
  group: 'canary' | 'control';
  errors: number;
}

let remote: ConsoleRemote;
let gateway: OwnGateway;

test.use({ trace: 'off' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  remote = await createConsoleRemote('deals', breakCampaigns);
  gateway = await startOwnGateway(remote.env);
});
test.afterAll(async () => {
  await gateway?.stop();
  await remote?.remove();
});

/** Whether the gateway serves the change after the promotion and the start of the canary. */
const isHalted = async () => (await gateway.readChange()) === 3;

/** Opens the page as a visitor of a campaign, in a browser session and a network of its own, until the page has reported. */
async function openAsVisitor(browser: Browser, visitor: number) {
  const network = `10.0.${visitor >> 8}.${visitor & 255}`;
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': network } });
  const page = await context.newPage();
  const reports: Beacon[] = [];
  let received = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/-/telemetry')) received++;
  });
  await page.exposeFunction('readReport', (report: string) => void reports.push(JSON.parse(report)));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      const isSent = send(url, body);
      if (url === '/-/telemetry' && body instanceof Blob) {
        const { readReport } = window as unknown as { readReport: (report: string) => void };
        void body.text().then(readReport);
      }
      return isSent;
    };
  });
  // The first response gives the browser the cookie by which the visitor is drawn.
  await context.request.get(`${gateway.address}/deals`);
  await page.goto(`${gateway.address}/deals#diwali`);
  // A page of the canary reports the error with its start, or some seconds later. Without a canary it reports no start.
  const findReport = () => reports.find(({ group, errors }) => group === 'control' || errors > 0);
  const isReceived = () => findReport() !== undefined && received >= reports.length;
  // A visit lasts as long as the machine needs: the time of the test limits all of them.
  await expect.poll(async () => isReceived() || isHalted(), { intervals: [250], timeout: 0 }).toBe(true);
  return { context, page, group: findReport()?.group };
}

test('the visits of real browsers halt a canary with an error that the gates cannot see', async ({ browser, page }) => {
  test.setTimeout(900_000);
  const { env, app, versions } = remote;
  const [first, second] = versions;
  const started = ['--canary', '50', '--env', env, '--reason', 'better deals', '--wait', '--shop-url', gateway.address];
  await npmRun('release', 'promote', `${app}@${second}`, ...started);

  const groups = { canary: 0, control: 0 };
  let visitors = 0;
  let returning: Awaited<ReturnType<typeof openAsVisitor>> | undefined;
  const visit = async () => {
    // A slow machine takes more than a minute, and the canary may be halted before the last visit.
    while (Math.min(groups.canary, groups.control) < visitorsPerGroup && !(await isHalted())) {
      const visitor = await openAsVisitor(browser, visitors++);
      if (visitor.group) groups[visitor.group]++;
      if (visitor.group === 'canary' && !returning) {
        await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('New deals');
        returning = visitor;
      } else await visitor.context.close();
    }
  };
  await Promise.all(Array.from({ length: parallelVisitors }, visit));
  if (!returning) throw new Error('no visitor has got the canary');
  // The console compares the groups as soon as the minute is over for the gateway. No person halts the canary.
  gateway.moveClock(windowMs);
  await expect.poll(isHalted, { timeout: 0 }).toBe(true);
  await returning.page.goto(`${gateway.address}/deals`);
  await expect(returning.page.getByRole('heading', { level: 1 })).toHaveText('Deals');
  expect((await readVersions(returning.page))[app]).toBe(first);
  await returning.context.close();

  const console = new ConsolePage(page);
  await console.signIn();
  await expect(console.heading).toHaveText(/^Live in/);
  await console.open(env, 'live');
  const reason =
    /errors: \d+ of \d+ \([\d.]+ %\) of the canary's visitors met an error, a refused call or a response that the page could not read, of the others 0 of \d+ \(0\.0 %\)/;
  const notice = page.getByRole('region', { name: 'Ended canaries' });
  const canary = `${app} ${first} → ${second} at 50 %`;
  await expect(notice).toContainText(`Your canary of ${canary} ended with change 3 by canary monitor`);
  await expect(notice).toContainText(reason);
  await expect(console.canary).toBeHidden();
  await expect(console.live(app)).toContainText(first);
  await console.open(env, 'history');
  await expect(console.changes).toHaveText([
    /^3\. Halted the canary/,
    /^2\. Promoted .* to 50 % of the visitors/,
    /^1\. Promoted/,
  ]);
  await expect(page.getByRole('list', { name: 'Changes, newest first' })).toContainText(reason);
  await console.open(env, 'errors');
  await expect(console.button(/^TypeError: .*percent/)).toBeVisible();
});
