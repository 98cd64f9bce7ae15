import { Link } from '@shop/router/router';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
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
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  const shop = await renderShop({ at, remotes: [remote], language });
  await screen.findByText('A pan');
  return shop;
}
const findOffer = () => screen.queryByRole('complementary', { name: 'Language' });
const header = () => within(screen.getByRole('banner'));

afterEach(() => jest.restoreAllMocks());

test('header and footer link to the same page in the other language', async () => {
  await open(englishOf(['hi']), '/product/7?colour=red', ['en-IN']);
  expect(header().getByRole('link', { name: 'हिन्दी' })).toHaveAttribute('href', '/hi/product/7?colour=red');
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
