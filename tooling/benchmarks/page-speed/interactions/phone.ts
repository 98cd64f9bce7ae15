import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import { waitUntil } from '@shop/testing/wait-until';
import { type Browser, chromium, type Page } from 'playwright-core';

/** CPU slowdown of a mid-range phone against a developer's machine, as Lighthouse emulates it. */
const cpuSlowdown = 4;

/**
 * Lighthouse's Slow 4G as the browser applies it, which slows every request instead of every round trip. Latency in
 * milliseconds, throughput in bytes a second.
 */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };

/** Milliseconds until a step counts as failed. */
const timeoutMs = 60_000;

/** Starts a browser for phones. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
}

export interface PhoneOptions {
  /** Scripts that run before those of each page. */
  scripts?: readonly string[];
  /** True for Slow 4G. */
  hasSlowNetwork?: boolean;
}

/**
 * Opens a page on a phone that is four times slower than this machine, with an empty cache.
 *
 * @param work Receives the page. The page is closed afterwards.
 */
export async function withPhone<Result>(
  browser: Browser,
  { scripts = [], hasSlowNetwork = false }: PhoneOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });
  try {
    context.setDefaultTimeout(timeoutMs);
    for (const content of scripts) await context.addInitScript({ content });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    if (hasSlowNetwork) await devTools.send('Network.emulateNetworkConditions', slow4G);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}

/**
 * Waits until an expression is true in a page. Playwright's `waitForFunction` evaluates text in the page, which the content
 * security policy forbids.
 */
export async function waitUntilTrue(page: Page, expression: string, maxMs = timeoutMs): Promise<void> {
  const isTrue = () => page.evaluate<boolean>(`Boolean(${expression})`);
  await waitUntil(isTrue, { timeoutMs: maxMs, intervalMs: 100, message: expression });
}
