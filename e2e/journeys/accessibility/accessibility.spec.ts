import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, screens, setTheme, type Theme, test } from '../../fixtures/screens';

/** The window of a common phone and of a desktop, and both again as high as the longest page, so that axe sees all of it. */
const sizes = {
  desktop: { width: 1440, height: 6000 },
  phone: { width: 390, height: 10_000 },
  'phone window': { width: 390, height: 844 },
};

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** axe types its page by the newest Playwright; ours is another version of the same interface. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/**
 * The scans of a screen. Colours differ by theme and covered targets by window, so every screen has both themes and every size, and
 * the screens take turns with the combinations.
 */
const combinations: readonly (readonly [size: keyof typeof sizes, theme: Theme])[][] = [
  [
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['phone window', 'light'],
  ],
  [
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone window', 'dark'],
  ],
];

/** @returns One readable message for each violation that axe finds. */
async function findViolations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page: page as unknown as AxePage }).options({ resultTypes: ['violations'] });
  const { violations } = await axe.withTags(wcag).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

// A trace of every scan would take longer than the scans.
test.use({ trace: 'off' });

for (const [index, screen] of screens.entries()) {
  test(`${screen.name} has no WCAG 2.2 AA violation, light and dark, on a phone and on a desktop`, async ({
    page,
    show,
  }) => {
    test.setTimeout(180_000);
    // Reduced motion ends transitions before axe reads colours.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(screen);
    for (const [size, theme] of combinations[index % 2] ?? []) {
      await page.setViewportSize(sizes[size]);
      await setTheme(page, theme);
      // A message may have scrolled the page. What the header then covers in part, a shopper scrolls out from under it.
      await page.evaluate(() => window.scrollTo(0, 0));
      expect.soft(await findViolations(page), `${theme} ${size}`).toEqual([]);
    }
  });
}
