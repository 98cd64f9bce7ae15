import { chromium } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
const base = process.env.BASE ?? 'http://localhost:3480';
const api = process.env.API ?? 'http://localhost:8480/api/v1';
const tags = ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice'];
const only = process.argv[2];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const list = await (await fetch(`${api}/products?limit=20&page=1`)).json();
const products = list.data;
const sized = products.find((p) => JSON.stringify(p.attributes ?? []).match(/size/i)) ?? products[0];
const fail = (re, status = 500) => async (page) => page.route(re, (r) => r.fulfill({ status, contentType: 'application/json', body: '{}', headers: {'access-control-allow-origin': base, 'access-control-allow-credentials':'true'} }));
const never = (re) => async (page) => page.route(re, () => {});
const scrollAdd = async (page) => { await page.getByRole('button', { name: 'Add to Cart' }).first().click(); await page.waitForTimeout(400); };
const S = [
  ['home', '/'],
  ['home-newsletter-error', '/', null, async (p) => { await p.getByRole('button', { name: 'Subscribe' }).click(); }],
  ['explore', '/products'], ['explore-featured', '/products?featured=true'],
  ['list', '/products?category=cookware'], ['list-2', '/products?category=cookware&columns=2'],
  ['list-all-page', '/products?category=kitchen%20tools'],
  ['list-sub-empty', '/products?category=cookware&parentCategory=Nothing'],
  ['list-pagination', '/products?category=cookware', null, async (p) => { await p.getByRole('navigation', {name:'Pagination'}).scrollIntoViewIfNeeded().catch(()=>{}); }],
  ['list-failed', '/products', null, async (p) => { await fail(/api\/v1\/products\?/)(p); await p.getByRole('link',{name:/Browse Collection$/}).first().click(); await p.waitForTimeout(800); }],
  ['list-loading', '/products', null, async (p) => { await never(/api\/v1\/products\?/)(p); await p.getByRole('link',{name:/Browse Collection$/}).first().click(); await p.waitForTimeout(800); }],
  ['product', `/product/${products[0].id}`],
  ['product-sized', `/product/${sized.id}`],
  ['product-size-error', `/product/${sized.id}`, null, scrollAdd],
  ['product-bar', `/product/${products[0].id}`, null, async (p) => { await p.evaluate(() => scrollTo(0, 1200)); }],
  ['product-missing', '/product/nothing'],
  ['product-failed', '/products?category=cookware', null, async (p) => { await fail(/api\/v1\/products\//)(p); await p.getByRole('article').first().getByRole('link').click(); await p.waitForTimeout(800); }],
  ['product-loading', '/products?category=cookware', null, async (p) => { await never(/api\/v1\/products\//)(p); await p.getByRole('article').first().getByRole('link').click(); await p.waitForTimeout(800); }],
  ...['terms','privacy','refund','return','shipping','about'].map((s) => [s, `/${s}`]),
  ['contact', '/contact'], ['contact-errors', '/contact', null, async (p) => { await p.getByRole('button', { name: 'Send Message' }).click(); await p.waitForTimeout(300); }],
  ['contact-bottom', '/contact', null, async (p) => { await p.getByRole('button', { name: 'Send Message' }).scrollIntoViewIfNeeded(); }],
  ['404', '/404'], ['deep-404', '/a/b'],
  ['api-test', '/api-test'], ['api-test-failed', '/api-test', fail(/api\/v1\/storeInfo/)],
];
let total = 0;
for (const [name, path, before, after] of S) {
  if (only && !name.match(only)) continue;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce', hasTouch: process.env.TOUCH !== '0', isMobile: process.env.TOUCH !== '0' });
  const page = await context.newPage();
  if (before) await before(page);
  await page.goto(base + path);
  await page.waitForTimeout(1500);
  if (after) await after(page);
  await page.waitForTimeout(500);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const start = await page.evaluate(() => scrollY);
  const places = process.env.SCROLL ? [...Array(Math.ceil(height / 333)).keys()].map((i) => i * 333) : [start];
  const seen = new Set();
  for (const y of places) {
    await page.evaluate((y) => scrollTo(0, y), y);
    await page.waitForTimeout(100);
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(tags).analyze();
    for (const { id, nodes } of violations) for (const { target, failureSummary, html } of nodes) {
      const key = `${id} ${target.join(' ')}`;
      if (seen.has(key)) continue;
      seen.add(key); total++;
      console.log(`${name} @${y}: ${id}: ${target.join(' ')}\n    ${html.slice(0, 200)}\n    ${failureSummary.replace(/\s+/g, ' ').slice(0, 300)}`);
    }
  }
  if (!seen.size) console.log(`${name}: ok`);
  await context.close();
}
console.log('total', total);
await browser.close();
