import { aStoreInfo } from '@shop/testing/builders';
import { waitUntil } from '@shop/testing/wait-until';
import { JSDOM } from 'jsdom';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { renderDocument } from './testing/pages';
import { unsafeHtml } from './testing/unsafe-html';

const about = '<h1>About Us</h1><h2 id="who">Who</h2><p>We are {{companyName}}.</p><h2>Why</h2><p>Because.</p>';

const markup = '"><script>hacked()</script><img src=x onerror=hacked()>';

/** Store information whose policy "about" is safe, and whose policy "terms" and details contain unsafe HTML. */
const storeInfo = (terms: string) =>
  aStoreInfo({
    companyName: `Tamra ${markup}`,
    companyAddress: markup,
    companyPhone: 'javascript:hacked()',
    policies: { about, terms: `<p>Own text</p>${terms}` },
  });

let page: StartedPage | undefined;
afterEach(() => page?.close());

/** Renders a document for each text, in a process without a window, and later lets one of them hydrate. */
const documents = new Map<string, string>();
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  for (const terms of [...unsafeHtml, unsafeHtml.join('\n')]) {
    fakeStoreApi(storeInfo(terms));
    documents.set(terms, (await renderDocument('/terms')).html);
  }
  fakeStoreApi(storeInfo(''));
  documents.set('/about', (await renderDocument('/about')).html);
});

const allowedAttributes =
  'href src alt title id width height colspan rowspan scope start reversed datetime lang dir open rel tabindex'.split(
    ' ',
  );
const removedElements =
  'script, style, svg, math, iframe, object, embed, form, input, button, textarea, select, template, noscript, meta, base, link, video, audio, source';

test.each(unsafeHtml)('the document of a policy is safe with %s', (terms) => {
  const { window } = new JSDOM(documents.get(terms), { url: 'https://shop.test/terms', runScripts: 'outside-only' });
  expect(window.document.querySelectorAll('main, footer')).toHaveLength(2);
  const article = window.document.querySelector('#root main article');
  if (!article) throw new Error('The document has no article');
  expect(article.textContent).toContain('Own text');
  expect([...article.querySelectorAll(removedElements)].map((found) => found.outerHTML)).toEqual([]);
  for (const element of article.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => !allowedAttributes.includes(name))).toEqual([]);
    for (const url of [element.getAttribute('href'), element.getAttribute('src')]) {
      if (url !== null) expect(new URL(url, 'https://shop.test').protocol).toMatch(/^(https?|mailto|tel):$/);
    }
    expect(element.id).toMatch(/^($|user-content-)/);
  }
});

test('the policy of a store is in the HTML, with its sections and the details of the company as text', () => {
  const { document } = new JSDOM(documents.get('/about')).window;
  const article = document.querySelector('main article');
  expect(article?.textContent).toContain(`We are Tamra ${markup}.`);
  expect([...document.querySelectorAll('main nav a')].map((link) => link.getAttribute('href'))).toEqual([
    '/about#user-content-who',
    '/about#user-content-section-2',
  ]);
  expect(article?.querySelector('#user-content-who')?.textContent).toBe('Who');
});

test.each(['/about', unsafeHtml.join('\n')])(
  'a page with the policy of a store hydrates without a difference, without requests and without a sanitiser: %#',
  async (key) => {
    const { requests } = fakeStoreApi(storeInfo(key));
    const address = key === '/about' ? key : '/terms';
    page = await startPage(documents.get(key) ?? '', address);
    const { window } = page;
    await waitUntil(() => window.document.querySelector('main article') !== null, { message: 'the policy shows' });
    expect(page.errors).toEqual([]);
    expect(page.readBody()).toBe(page.serverBody);
    expect(requests).toEqual([]);
  },
);
