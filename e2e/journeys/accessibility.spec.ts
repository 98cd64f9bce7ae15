import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, screens, setTheme, test, themes } from '../fixtures/screens';

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Axe takes the page of whichever Playwright is newest; ours is another version of the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** What axe finds, in words short enough to read in a failure. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as unknown as AxePage }).withTags(wcag).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

for (const screen of screens) {
  test(`${screen.name}: nothing against WCAG 2.2 AA, light and dark, on a phone and on a desktop`, async ({
    page,
    show,
  }) => {
    // The device's own theme and motion settings must not matter: transitions end before axe looks at colours.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(screen);
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const theme of themes) {
        await setTheme(page, theme);
        expect.soft(await findings(page), `${theme} ${size}`).toEqual([]);
      }
    }
  });
}
