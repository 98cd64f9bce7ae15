import type { Browser, Locator, Page } from 'playwright-core';
import { demoAccount } from '../../../dev-server/store-api';
import type { MeasuredVariants, Variant } from '../shops/open-shops';
import { eventRecorder, timeInteraction } from './event-timing';
import { waitUntilTrue, withPhone } from './phone';

/** Interactions of each kind: enough for a 75th percentile. */
const interactionCount = 20;

/** Latencies in milliseconds by kind of interaction. */
export type Latencies = ReadonlyMap<string, readonly number[]>;

/** Repeats an interaction. @param act Receives the number of the repetition. */
async function repeat(page: Page, act: (index: number) => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < interactionCount; index++) {
    latencies.push(await timeInteraction(page, () => act(index)));
  }
  return latencies;
}

/** Opens a page and waits until it reacts to input. */
async function openHydrated(page: Page, address: string, content: Locator): Promise<void> {
  await page.goto(address);
  await content.waitFor();
  await waitUntilTrue(page, "performance.getEntriesByName('shop-hydrated').length > 0");
}

/** Signs in with the demo account. @returns The token. */
async function signIn(storeApi: string): Promise<string> {
  const response = await fetch(`${storeApi}/users/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAccount),
  });
  return ((await response.json()) as { token: string }).token;
}

/**
 * Measures the latency of interactions on a phone with a slow CPU. The network is fast: latency counts until the next
 * paint, which waits for no response.
 *
 * @param listPath Address of a list with several pages and sub-categories.
 */
export async function measureLatency(
  browser: Browser,
  { origin }: Variant,
  { storeApi }: Pick<MeasuredVariants, 'storeApi'>,
  listPath: string,
): Promise<Latencies> {
  const latencies = new Map<string, readonly number[]>();
  const scripts = [eventRecorder];
  const list = origin + listPath;

  await withPhone(browser, { scripts }, async (page) => {
    const add = page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' });
    await openHydrated(page, list, add);
    latencies.set('add to cart', await repeat(page, () => add.tap()));
  });
  await withPhone(browser, { scripts }, async (page) => {
    const subCategory = page.getByRole('combobox');
    await openHydrated(page, list, subCategory);
    await waitUntilTrue(page, "document.querySelectorAll('select option').length > 1");
    await subCategory.focus();
    // The second option and the first one in turn.
    latencies.set('filter', await repeat(page, (index) => page.keyboard.press(index % 2 ? 'ArrowUp' : 'ArrowDown')));
  });
  await withPhone(browser, { scripts }, async (page) => {
    const pagination = page.getByRole('navigation', { name: 'Pagination' });
    await openHydrated(page, list, pagination);
    const link = (number: number) => pagination.getByRole('link', { name: `Page ${number}`, exact: true });
    latencies.set('page', await repeat(page, (index) => link(index % 2 ? 1 : 2).tap()));
  });
  const token = await signIn(storeApi);
  await withPhone(browser, { scripts }, async (page) => {
    const add = page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' });
    await openHydrated(page, list, add);
    await add.tap();
    await waitUntilTrue(page, "localStorage.getItem('cart') !== null");
    await page.evaluate(`localStorage.setItem('auth_token', ${JSON.stringify(token)})`);
    const name = page.getByLabel('Full Name');
    await openHydrated(page, `${origin}/checkout`, name);
    await name.focus();
    latencies.set(
      'typing in checkout',
      await repeat(page, (index) => page.keyboard.press('abcdefghij'[index % 10] ?? 'a')),
    );
  });
  return latencies;
}
