import path from 'node:path';
import type { Page } from '@playwright/test';
import { screens, setTheme, test, themes } from '../fixtures/screens';

/** Window sizes of phone, tablet and desktop in CSS pixels. */
const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

/** Output folder, which git ignores. */
const album = path.resolve(import.meta.dirname, '../../.cache/screenshots');

/** Loads the lazy pictures below the fold. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

for (const screen of screens) {
  test(screen.name, async ({ page, show }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(screen);
    for (const size of windows) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const theme of themes) {
        await setTheme(page, theme);
        await loadPictures(page);
        const file = path.join(album, `${size.width}-${theme}`, `${screen.name}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
    }
  });
}
