import path from 'node:path';
import type { Page } from '@playwright/test';
import { screens, setTheme, test, themes } from '../fixtures/screens';
import { shelf, windows } from './album';

/** Loads the lazy pictures below the fold. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

for (const screen of screens) {
  test(screen.name, async ({ page, show }) => {
    await show(screen);
    for (const size of windows) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const theme of themes) {
        await setTheme(page, theme);
        await loadPictures(page);
        const file = path.join(shelf(size.width, theme), `${screen.name}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
    }
  });
}
