import { findViolations } from '../../fixtures/accessibility';
import { expect, screens, setTheme, type Theme, test } from '../../fixtures/screens';

/** The window of a common phone and of a desktop, and both again as high as the longest page, so that axe sees all of it. */
const sizes = {
  desktop: { width: 1440, height: 6000 },
  phone: { width: 390, height: 10_000 },
  'phone window': { width: 390, height: 844 },
};

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

/** Window sizes in CSS pixels and text sizes. WCAG 1.4.4 and 1.4.10. */
const views = [
  { name: '320 px wide, as at 400 % of a desktop', width: 320, height: 568, text: '100%' },
  { name: '200 % of a desktop', width: 640, height: 400, text: '100%' },
  { name: 'text alone at 200 %', width: 1280, height: 800, text: '200%' },
  { name: 'text at 200 % on the narrowest phone', width: 320, height: 640, text: '200%' },
];

/** Runs in the page. @returns Elements that extend past the right edge outside a scrollable box. */
function findOverflowing(): string[] {
  const isInScroller = (element: Element): boolean => {
    const parent = element.parentElement;
    if (!parent || parent === document.body) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isInScroller(parent);
  };
  const found = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > window.innerWidth + 1 && !isInScroller(element);
  });
  const sideways = document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : [];
  return [...sideways, ...found.map(({ tagName, textContent }) => `${tagName} "${textContent?.trim().slice(0, 40)}"`)];
}

// A trace of every scan would take longer than the scans.
test.use({ trace: 'off' });

for (const [index, screen] of screens.entries()) {
  test(`${screen.name} has no WCAG 2.2 AA violation, and stays inside a small window, also with large text`, async ({
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
    for (const { name, width, height, text } of views) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
      expect.soft(await page.evaluate(findOverflowing), name).toEqual([]);
    }
  });
}
