import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findViolations } from '../../fixtures/accessibility';
import { addresses } from '../../fixtures/addresses';
import { type ConsoleRemote, createConsoleRemote } from '../../fixtures/console-remote';
import { dataDir, npmRun } from '../../fixtures/npm-run';
import { expect, test } from '../../fixtures/shop';
import { ConsolePage } from '../../pages/console.page';

let remote: ConsoleRemote;
let [env, second] = ['', ''];

test.describe.configure({ mode: 'serial' });
test.use({ trace: 'off' });
test.beforeAll(async () => {
  test.setTimeout(400_000);
  remote = await createConsoleRemote('guides');
  ({ env } = remote);
  [, second] = remote.versions;
  await npmRun('release', 'promote', `${remote.app}@${second}`, '--env', env, '--reason', 'guides are longer');
});
test.afterAll(() => remote.remove());

/** Records an error of the remote's screen, as a gateway does. Its position is where the released script has the screen's text. */
async function recordError(version: string): Promise<void> {
  const folder = await remote.findRelease(version);
  const release = path.basename(folder);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    files.map(async (file) => ({
      file,
      lines: (await readFile(`${folder}/${file}`, 'utf8')).split('\n'),
    })),
  );
  const [frame] = scripts.flatMap(({ file, lines }) => {
    const line = lines.findIndex((text) => text.includes('This section is new.'));
    const column = lines[line]?.indexOf('This section is new.') ?? 0;
    return line < 0 ? [] : [`mf-guides/${release}/${file}:${line + 1}:${column + 1}`];
  });
  const now = Date.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const error = {
    fingerprint: '0123456789abcdef',
    release: `mf-guides/${release}`,
    message: 'TypeError: guides is undefined',
    frames: [frame],
    count: 3,
    firstAt: now,
    lastAt: now,
  };
  const document = { schema: 1, env, day, errors: [error], dropped: 0 };
  const folderOfDay = `${dataDir}/releases/error-reports/${env}/${day}`;
  await mkdir(folderOfDay, { recursive: true });
  await writeFile(`${folderOfDay}/journey.json`, JSON.stringify(document));
}

test('an error of a page opens with its place in the sources, and leads to the metrics and the rollback of its app', async ({
  page,
}) => {
  await recordError(second);
  const console = new ConsolePage(page);
  await expect(async () => {
    await page.goto(addresses.console);
  }, 'the console starts after the shop').toPass({ timeout: 180_000 });
  await console.signIn();
  await expect(console.heading).toHaveText(/^Live in/);
  await console.open(env, 'errors');
  await console.button(/^TypeError: guides is undefined/).click();
  const stack = page.getByRole('region', { name: 'Stack' });
  await expect(stack.getByRole('listitem')).toContainText(/^src\/features\/guides\/guides\.screen\.tsx:\d+:\d+/);
  await expect(console.button('Roll back mf-guides…')).toBeEnabled();
  await page.getByRole('link', { name: 'Metrics of mf-guides' }).click();
  await expect(console.heading).toHaveText(`Metrics of ${env}`);
  await expect(console.heading).toBeFocused();
  await expect(page.getByRole('table', { name: 'Metrics by version' })).toContainText(`mf-guides ${second}`);
  await page.goBack();
  await expect(stack, 'the address contains the open error').toBeVisible();
});

test('nothing against WCAG 2.2 AA in any view, light and dark; and the door is closed to strangers', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await recordError(second);
  const console = new ConsolePage(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${addresses.console}/#/${env}/live`);
  await expect(console.button('Sign out'), 'strangers see nothing').toBeHidden();
  expect.soft(await findViolations(page), 'sign-in').toEqual([]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(console.heading).toHaveText('Who are you?');
  expect.soft(await findViolations(page), 'choice of a person').toEqual([]);
  await console.choosePerson('ravi');
  await expect(console.heading, 'the sign-in returns to the view').toContainText(env);
  for (const view of ['live', 'releases', 'promote', 'history', 'incident', 'errors', 'metrics'] as const) {
    await console.open(env, view);
    await expect(console.heading).toContainText(view === 'incident' ? 'What changed lately' : env);
    const isReport = view === 'errors' || view === 'metrics';
    if (view === 'errors') await console.button(/^TypeError: guides is undefined/).click();
    if (view === 'metrics') await expect(page.getByRole('table', { name: 'Metrics by version' })).toBeVisible();
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
      // The reports are made of the parts of the other views: two of the four looks keep the journey short.
      ...(isReport
        ? []
        : ([
            ['dark', 1440],
            ['light', 390],
          ] as const)),
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await findViolations(page), `${view} ${scheme} ${width}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(overflow, `${view} at ${width} px needs no sideways scrolling`).toBeLessThanOrEqual(0);
    }
  }
  for (const view of ['waiting', 'policy', 'tokens'] as const) {
    await page.goto(`${addresses.console}/#/${view}`);
    await expect(console.heading).toHaveText(view, { ignoreCase: true });
    expect.soft(await findViolations(page), view).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${view} needs no sideways scrolling`).toBeLessThanOrEqual(0);
  }
});
