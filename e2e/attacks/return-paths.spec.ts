import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { listFailures } from '../fixtures/list-failures';
import { expect, test } from '../fixtures/shop';
import type { Shopper } from '../fixtures/store-api';
import { pathLookalikes } from './redirect-targets';
import { isShopAddress, watchEffects } from './watch-effects';

test.describe.configure({ mode: 'default', timeout: 900_000 });

/** Addresses outside the shop, and texts that a browser could take for one. */
const hostileAddresses = [
  ...pathLookalikes,
  '/%2e%2E//evil.example/',
  '/%2f%2fevil.example/',
  '/%5cevil.example/',
  '/%09/evil.example/',
  '/\uff0f\uff0fevil.example/',
  ' //evil.example/',
  'https://evil.example/',
  'https:evil.example',
  'http:/evil.example',
  'https://localhost@evil.example/',
  'javascript:hit()',
  'java\nscript:hit()',
  ' JavaScript:hit()',
  'data:text/html,<script>hit()</script>',
  'blob:https://evil.example/x',
  'evil.example',
  '.evil.example',
  '@evil.example',
  ':80@evil.example',
  '?to=//evil.example/',
  '#//evil.example/',
  '',
];

/** Values of `from` in the navigation state of `/login`: by turns a text, a path, and what follows a path. */
const hostileStates: unknown[] = [
  ...hostileAddresses.map((address, index) => {
    if (index % 3 === 0) return address;
    return index % 3 === 1
      ? { pathname: address, search: '', hash: '' }
      : { pathname: '/cart', search: address, hash: address };
  }),
  { pathname: ['//evil.example/'] },
  { pathname: '/cart', search: ['//evil.example/'], state: { from: '//evil.example/' } },
  { href: 'https://evil.example/', to: 'https://evil.example/' },
  ['//evil.example/'],
  null,
  7,
];

/**
 * Opens `/login` with a value in everything that could carry it: the navigation state, the query, the hash and storage. Earlier
 * sessions are forgotten.
 */
async function openLogin(page: Page, from: unknown): Promise<void> {
  const text = typeof from === 'string' ? from : '//evil.example/';
  const query = new URLSearchParams({ state: JSON.stringify(from) });
  for (const name of ['from', 'next', 'to', 'redirect', 'redirectTo', 'returnTo', 'return_url', 'url', 'continue'])
    query.set(name, text);
  await page.goto(`/login?${query}#${encodeURIComponent(text)}`);
}

/** Runs in each document before its scripts. */
function prepareLogin(): void {
  if (location.pathname !== '/login') return;
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null || history.state !== null) return;
  localStorage.clear();
  for (const [name, value] of query) {
    localStorage.setItem(name, value);
    sessionStorage.setItem(name, value);
  }
  history.replaceState({ usr: { from: JSON.parse(state) }, key: 'hostile', idx: 0 }, '');
}

/** Signs in. @returns The address at which the sign-in ends. */
async function signIn(page: Page, { email, password }: Shopper): Promise<string> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit', timeout: 15_000 });
  return page.url();
}

test('a sign-in ends at the page that the shopper wanted', async ({ page, shopper }) => {
  await page.addInitScript(prepareLogin);
  const rows = [
    { from: '/orders?page=1#top', leadsTo: '/orders?page=1#top' },
    { from: { pathname: '/cart', search: '?a=//b', hash: '#c' }, leadsTo: '/cart?a=//b#c' },
    { from: { pathname: '/account', search: '', hash: '' }, leadsTo: '/account' },
  ];
  for (const { from, leadsTo } of rows) {
    await openLogin(page, from);
    expect(await signIn(page, shopper)).toBe(addresses.shop + leadsTo);
  }
});

test('a sign-in never leaves the shop, whatever address it is asked to return to', async ({ page, shopper }) => {
  const { takeEffects } = await watchEffects(page);
  await page.addInitScript(prepareLogin);
  const results: [string, boolean][] = [];
  for (const from of hostileStates) {
    await openLogin(page, from);
    const address = await signIn(page, shopper);
    await expect(page.getByText('Logged in successfully.')).toBeVisible();
    const effects = takeEffects();
    if (!isShopAddress(address)) effects.push(address);
    results.push([`${JSON.stringify(from)}: ${effects.join(' ')}`, effects.length === 0]);
  }
  expect(listFailures(results)).toEqual([]);
});
