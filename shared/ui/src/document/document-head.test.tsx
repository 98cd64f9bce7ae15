import { aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { waitFor } from '@testing-library/react';
import { DocumentHead, type DocumentHeadProps } from './document-head';

fakeStoreApi();
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));

const paths = { any: { pattern: '/', access: 'open' } } as const;

type Language = Parameters<typeof renderRoutes>[0]['language'];

/** Renders the head of a screen. @param publicUrl Empty when the shop's own address is unknown. */
async function renderHead(props: DocumentHeadProps, publicUrl = '', language?: Language) {
  const routes = { any: async () => ({ screen: { Screen: () => <DocumentHead {...props} /> } }) };
  renderRoutes({ paths, routes, at: '/', settings: { publicUrl }, language });
  await waitFor(() => expect(document.title).toMatch(props.title));
}

const meta = (name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');

const tawa = { title: 'Tawa', description: 'Iron, ground flat.', canonical: '/product/7' };

it('renders the meta data for search results and shared links', async () => {
  await renderHead({ ...tawa, kind: 'product', image: '/media/tawa.jpg' }, 'https://shop.example');
  await waitFor(() => expect(document.title).toBe('Tawa – Tamra & Teak'));
  expect(canonical()).toBe('https://shop.example/product/7');
  const shown = ['description', 'type', 'locale', 'title', 'site_name', 'url', 'image'].map((name) =>
    meta(name === 'description' ? name : `og:${name}`),
  );
  expect(shown).toEqual([
    'Iron, ground flat.',
    'product',
    'en_IN',
    'Tawa – Tamra & Teak',
    'Tamra & Teak',
    'https://shop.example/product/7',
    'https://shop.example/media/tawa.jpg',
  ]);
  expect(meta('robots')).toBeUndefined();
  expect(['card', 'title', 'description', 'image'].map((name) => meta(`twitter:${name}`))).toEqual([
    'summary_large_image',
    'Tawa – Tamra & Teak',
    'Iron, ground flat.',
    'https://shop.example/media/tawa.jpg',
  ]);
});

it.each([
  ['https://media.example/tawa.jpg', 'https://media.example/tawa.jpg', undefined],
  ['https://media.example/tawa', 'https://media.example/tawa', undefined],
  [undefined, 'https://shop.example/asset-stub', '1200 630'],
  ['', 'https://shop.example/asset-stub', '1200 630'],
  ['https://[', 'https://shop.example/asset-stub', '1200 630'],
  ['/media/logo.SVG?v=2', 'https://shop.example/asset-stub', '1200 630'],
  ['/media/tawa.avif', 'https://shop.example/asset-stub', '1200 630'],
])('shares the picture %s as %s', async (image, url, size) => {
  await renderHead({ title: 'Tawa', ...(image !== undefined && { image }) }, 'https://shop.example');
  expect(meta('og:image')).toBe(url);
  expect(meta('og:image:width') && `${meta('og:image:width')} ${meta('og:image:height')}`).toBe(size);
});

it('needs nothing that Chrome 105 does not have', async () => {
  const canParse = jest.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  await renderHead(tawa, 'https://shop.example');
  expect(canonical()).toBe('https://shop.example/product/7');
  canParse.mockRestore();
});

describe('a shop with two languages', () => {
  const listAlternates = () =>
    [...document.querySelectorAll('link[rel="alternate"]')].map((link) =>
      [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
    );

  it.each(['en', 'hi'])('links every language of a page in %s, and English for all others', async (code) => {
    await renderHead(tawa, 'https://shop.example', { code, catalog: {}, languages: ['hi'] });
    expect(listAlternates()).toEqual([
      'en https://shop.example/product/7',
      'hi https://shop.example/hi/product/7',
      'x-default https://shop.example/product/7',
    ]);
    expect(canonical()).toBe(`https://shop.example${code === 'hi' ? '/hi' : ''}/product/7`);
  });

  it('links no other language of a private page', async () => {
    await renderHead({ ...tawa, isPrivate: true }, 'https://shop.example', {
      code: 'en',
      catalog: {},
      languages: ['hi'],
    });
    expect(listAlternates()).toEqual([]);
  });
});

it('omits canonical links while the shop’s origin is unknown', async () => {
  await renderHead(tawa);
  expect([canonical(), meta('og:url')]).toEqual([undefined, undefined]);
});

it('takes another name of the shop, and the description of the shop by default', async () => {
  await renderHead({ title: 'Sign in', storeName: 'Tamra Home' });
  await waitFor(() => expect(meta('description')).toBe(aStoreInfo().description));
  expect(document.title).toBe('Sign in – Tamra Home');
});

it('keeps a private page out of search engines', async () => {
  await renderHead({ ...tawa, isPrivate: true }, 'https://shop.example');
  expect(meta('robots')).toBe('noindex');
  expect(canonical()).toBeUndefined();
});
