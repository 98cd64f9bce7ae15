import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, screens, setTheme, test, themes } from '../fixtures/screens';

/** The window of a common phone and of a desktop, and both again as high as the longest page, so that axe sees all of it. */
const sizes = {
  desktop: { width: 1440, height: 6000 },
  phone: { width: 390, height: 10_000 },
  'phone window': { width: 390, height: 844 },
};

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** Axe takes the page of whichever Playwright is newest; ours is another version of the same. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** What axe finds, in words short enough to read in a failure. */
async function findings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page: page as unknown as AxePage }).options({ resultTypes: ['violations'] });
  const { violations } = await axe.withTags(wcag).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

// A recording of every scan would take longer than the scans.
test.use({ trace: 'off' });

for (const screen of screens) {
  test(`${screen.name}: nothing against WCAG 2.2 AA, light and dark, on a phone and on a desktop`, async ({
    page,
    show,
  }) => {
    test.setTimeout(180_000);
    // Transitions end before axe looks at colours.
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
