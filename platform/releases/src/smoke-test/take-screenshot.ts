/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** A picture of a screen, for people who compare two releases. */
export interface TakenScreenshot {
  app: string;
  screen: string;
  /** JPEG. */
  bytes: Uint8Array;
}

export type OnScreenshot = (screenshot: TakenScreenshot) => void;

/** A telephone of the specification's smallest common width. */
const telephone = { width: 390, height: 844 };
const maxHeight = 3000;
const timeoutMs = 10_000;

/**
 * Takes a picture of a page at the width of a telephone, and gives the page its size back. It never rejects: a screenshot must
 * not fail a release.
 *
 * @returns Null when the page cannot be photographed.
 */
export async function takeScreenshot(page: Page): Promise<Uint8Array | null> {
  const size = page.viewportSize();
  try {
    await page.setViewportSize(telephone);
    await page.evaluate(() => window.scrollTo(0, 0));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    return await page.screenshot({
      ...{ type: 'jpeg', quality: 60, fullPage: true, animations: 'disabled', caret: 'hide', timeout: timeoutMs },
      clip: { x: 0, y: 0, width: telephone.width, height: Math.min(height, maxHeight) },
    });
  } catch {
    return null;
  } finally {
    if (size) await page.setViewportSize(size).catch(() => undefined);
  }
}
