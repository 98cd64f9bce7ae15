/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** A picture of a screen, for people who compare two releases. */
export interface TakenScreenshot {
  app: string;
  screen: string;
  /** JPEG. Null: the page could not be photographed. */
  bytes: Uint8Array | null;
}

export type OnScreenshot = (screenshot: TakenScreenshot) => void;

/** A common telephone. */
const telephone = { width: 390, height: 844 };
const maxHeight = 3000;
const timeoutMs = 10_000;
const maxAttempts = 20;
const pauseMs = 100;

/** Toasts leave after a while, so a picture must not depend on when it is taken. Specification 1 has their label. */
const hiddenToasts = '[aria-label="Notifications"] { visibility: hidden !important; }';

/** Runs in the page: images that load when they are scrolled to would be missing in some pictures. */
function loadImages(): number {
  for (const image of document.images) image.loading = 'eager';
  window.scrollTo(0, 0);
  return document.documentElement.scrollHeight;
}

/**
 * Prepares pictures of a page, before it is opened.
 *
 * @returns Takes a picture at the width of a telephone, as soon as the page has no request under way and has stopped changing,
 *   and gives the page its size back. It never rejects, because a screenshot must not fail a release: null when there is no
 *   picture.
 */
export function createPhotographer(page: Page): () => Promise<Uint8Array | null> {
  const pending = new Set<unknown>();
  page.on('request', (request) => pending.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => pending.delete(request));
  }
  const photograph = async () => {
    const height = Math.min(await page.evaluate(loadImages), maxHeight);
    return page.screenshot({
      type: 'jpeg',
      quality: 60,
      fullPage: true,
      animations: 'disabled',
      caret: 'hide',
      timeout: timeoutMs,
      style: hiddenToasts,
      clip: { x: 0, y: 0, width: telephone.width, height },
    });
  };
  return async () => {
    const size = page.viewportSize();
    try {
      await page.setViewportSize(telephone);
      let last: Buffer | null = null;
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const picture = await photograph();
        if (pending.size === 0 && last?.equals(picture)) break;
        last = picture;
        await page.waitForTimeout(pauseMs);
      }
      return last;
    } catch {
      return null;
    } finally {
      if (size) await page.setViewportSize(size).catch(() => undefined);
    }
  };
}
