import { Link } from '@shop/router/router';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import { createOfferScript } from '../document/inline-scripts';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();

const remote = {
  name: 'mf-catalog',
  paths: [
    { id: 'home', pattern: '/' },
    { id: 'product', pattern: '/product/:id' },
  ],
  load: async () => ({ Screen: () => <Link to="/product/7">A pan</Link> }),
};
const hindi = { code: 'hi', catalog: { Cart: 'कार्ट' }, languages: ['hi'] };
const englishOf = (languages: string[]) => ({ code: 'en', catalog: {}, languages });

/** Opens a page on a device that prefers these languages. */
async function open(language: typeof hindi | ReturnType<typeof englishOf>, at: string, preferred: string[]) {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  // The document runs it before the first paint.
  if (language.languages.length > 0) new Function(createOfferScript(language.code, language.languages))();
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  const shop = await renderShop({ at, remotes: [remote], language });
  await screen.findByText('A pan');
  return shop;
}
const findOffer = () => screen.queryByRole('complementary', { name: 'Language' });
const header = () => within(screen.getByRole('banner'));

afterEach(() => {
  jest.restoreAllMocks();
  delete document.documentElement.dataset.offer;
});

test('header and footer link to the same section of the page in the other language', async () => {
  await open(englishOf(['hi']), '/product/7?colour=red#details', ['en-IN']);
  expect(header().getByRole('link', { name: 'हिन्दी' })).toHaveAttribute('href', '/hi/product/7?colour=red#details');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'हिन्दी' })).toHaveAttribute('hreflang', 'hi-IN');
  expect(findOffer()).toBeNull();
});

test('links of a page in Hindi stay in Hindi, and the switch leads to English', async () => {
  const { go } = await open(hindi, '/', ['hi-IN']);
  expect(screen.getByRole('link', { name: 'A pan' })).toHaveAttribute('href', '/hi/product/7');
  await go('/hi/product/7');
  expect(header().getByRole('link', { name: 'English' })).toHaveAttribute('href', '/product/7');
});

test('a device that prefers Hindi gets an offer until the shopper closes it', async () => {
  const { user } = await open(englishOf(['hi']), '/', ['ta-IN', 'hi-IN', 'en']);
  expect(within(findOffer() as HTMLElement).getByRole('link', { name: 'हिन्दी' })).toHaveAttribute('href', '/hi');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(findOffer()).toBeNull();
  expect(window.localStorage.getItem('language')).toBe('en');
  // The page has no space for the offer any more.
  expect(document.documentElement).not.toHaveAttribute('data-offer');
});

test('the offer stands between the header and the screen, where it covers nothing', async () => {
  await open(englishOf(['hi']), '/', ['hi-IN']);
  const offer = findOffer() as HTMLElement;
  expect(screen.getByRole('banner').compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('main').compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test.each([
  ['en', ['hi-IN', 'en'], null, 'hi'],
  ['en', ['en-IN', 'hi'], null, undefined],
  ['en', ['ta-IN', 'hi'], null, 'hi'],
  ['en', ['ta-IN'], null, undefined],
  ['hi', ['hi-IN'], null, undefined],
  ['hi', ['en-US'], null, 'en'],
  ['hi', ['hi-IN'], 'en', 'en'],
  ['en', ['hi-IN'], 'en', undefined],
  ['en', ['hi-IN'], 'xx', 'hi'],
])('a page in %s on a device that prefers %p after the choice %p offers %p', (code, preferred, choice, expected) => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  if (choice) window.localStorage.setItem('language', choice);
  new Function(createOfferScript(code, ['hi']))();
  expect(document.documentElement.dataset.offer).toBe(expected);
});

test('a device without storage gets the offer of its own language', () => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['hi-IN']);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  new Function(createOfferScript('en', ['hi']))();
  expect(document.documentElement.dataset.offer).toBe('hi');
});

test('the chosen language counts more than the language of the device', async () => {
  window.localStorage.setItem('language', 'en');
  await open(englishOf(['hi']), '/', ['hi-IN']);
  expect(findOffer()).toBeNull();
});

test('a shop with English alone shows nothing of languages', async () => {
  await open(englishOf([]), '/', ['hi-IN']);
  expect(findOffer()).toBeNull();
  expect(screen.queryByText('English')).toBeNull();
});
