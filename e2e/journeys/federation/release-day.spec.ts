import type { Browser } from '@playwright/test';
import { addresses } from '../../fixtures/addresses';
import { type ConsoleRemote, createConsoleRemote } from '../../fixtures/console-remote';
import { npmRun } from '../../fixtures/npm-run';
import { expect, test } from '../../fixtures/shop';
import { ConsolePage } from '../../pages/console.page';

let remote: ConsoleRemote;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  remote = await createConsoleRemote('offers');
  const { env, app, versions, staging } = remote;
  const { live } = JSON.parse(await npmRun('release', 'status', '--json', '--env', env));
  const releases = [`shell@${live.shell.version}`, `${app}@${versions[1]}`];
  await npmRun('release', 'promote', ...releases, '--env', staging, '--reason', 'tested by the team');
});
test.afterAll(() => remote.remove());
test.use({ trace: 'off' });

/** Gates start the whole composition in a browser of their own: that takes a while on a small machine. */
const gateTime = { timeout: 120_000 };

/** Signs another person in, in a browser session of their own. */
async function openConsole(browser: Browser, person: string): Promise<ConsolePage> {
  const console = new ConsolePage(await (await browser.newContext()).newPage());
  await console.signIn(person);
  await expect(console.heading).toHaveText(/^Live in/);
  return console;
}

test('a release manager promotes in stages and from staging with an approval, halts, rolls back, locks, schedules and finds every change', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const { env, app, versions, staging } = remote;
  const [first, second] = versions;
  const console = new ConsolePage(page);
  await expect(async () => {
    await page.goto(addresses.console);
  }, 'the console starts after the shop').toPass({ timeout: 180_000 });
  await console.signIn();

  await console.open(env, 'promote');
  await console.chooseVersion(app, second);
  await console.runGates();
  await expect(page.getByText('All gates pass.')).toBeVisible(gateTime);
  await page.getByRole('radio', { name: /^Canary in stages/ }).check();
  await console.button('Within two hours').click();
  await console.button('Promote…').click();
  await console.confirm(/^Promote$/, 'offers are better');
  await expect(console.canary).toContainText(`Canary of ${app} for 5 % of the visitors`, gateTime);
  await expect(console.canary).toContainText(/Next: 25 % on .*, then 100 %/);
  await console.button('Halt…').click();
  await console.confirm('Halt', 'offers are too slow');
  await expect(console.canary).toBeHidden();

  // The policy now wants a second person for every change of the app, and a third person approves that.
  const rule = `two people promote ${app} in ${env}`;
  await console.proposePolicy(
    (policy) => ({
      ...policy,
      roles: {
        ...policy.roles,
        offers: { may: ['promote'], apps: [app], environments: [env], groups: ['team-catalog'] },
      },
      environments: { [env]: { after: staging, approvals: { [app]: 1 } } },
    }),
    rule,
  );
  await expect(console.request(rule).getByRole('button')).toHaveText(['Send', 'Cancel request']);
  const meera = await openConsole(browser, 'meera');
  await meera.approve(rule, 'Approve the policy');
  await expect(console.request(rule)).toBeHidden();
  await meera.close();

  await console.open(env, 'promote');
  await console.chooseVersionsOf(staging);
  await console.runGates();
  await expect(page.getByText('All gates pass.')).toBeVisible(gateTime);
  await console.promoteToEveryVisitor('offers are right now');
  await expect(page.getByText(/^Your request waits for/)).toBeVisible(gateTime);
  await expect(console.live(app)).toContainText(first);
  const asha = await openConsole(browser, 'asha');
  await asha.open(env, 'live');
  await expect(asha.live(app)).toContainText(first);
  await expect(asha.button('Lock all apps…')).toBeHidden();
  await asha.approve('offers are right now', 'Approve and promote');
  await expect(console.live(app)).toContainText(second, gateTime);
  await expect(console.live(app)).toContainText('by ravi, approved by asha: offers are right now');
  await asha.close();
  await console.button('Roll back…').click();
  await expect(console.dialog.getByRole('list', { name: 'Changes for every visitor' })).toContainText(
    `${app}${second} →becomes ${first}`,
  );
  await console.confirm('Roll back', 'cards broke');
  await expect(console.live(app)).toContainText(first, gateTime);

  await console.button('Lock all apps…').click();
  await console.confirm('Lock', 'sale');
  await expect(page.getByText('All apps are locked by ravi')).toBeVisible();
  await console.button('Unlock all apps…').click();
  await console.dialog.getByRole('radio', { name: 'At a time' }).check();
  await console.confirm('Schedule', 'the sale is over');
  await expect(console.heading).toHaveText('Waiting');
  await expect(page.getByRole('list', { name: 'Scheduled, earliest first' })).toContainText(
    `Unlock all apps, in ${env}`,
  );
  await console.button(`Cancel: Unlock all apps, in ${env}`).click();
  await expect(page.getByText('No change is scheduled.')).toBeVisible();

  await console.open(env, 'incident');
  await console.button(/^Unlock all apps to undo change/).click();
  await console.confirm('Unlock', 'the sale is over');

  await console.open(env, 'history');
  await expect(console.changes).toHaveText([
    /^7\. Unlocked/,
    /^6\. Locked/,
    /^5\. Rolled back/,
    /^4\. Promoted/,
    /^3\. Halted the canary/,
    /^2\. Promoted .* to 5 % of the visitors/,
    /^1\. Promoted/,
  ]);
  await console.button('Show commits, sizes and screens of change 4').click();
  await expect(page.getByRole('region', { name: `${app} in change 4`, exact: true })).toContainText(
    'The contract is the same.',
  );
  await page.getByRole('checkbox', { name: 'Compare change 4' }).check();
  await page.getByRole('checkbox', { name: 'Compare change 1' }).check();
  await expect(page.getByRole('list', { name: 'Differences' })).toContainText(second);
  await page.getByLabel('Reason contains').fill('broke');
  await console.button('Search').click();
  await expect(console.changes).toHaveText([/^5\. Rolled back/]);

  await console.button('Sign out').click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});
