import { aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { cleanup, screen, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

/** Opens a policy in a language. The shell provides the language to the screen and to its `load`. */
async function openPolicy(
  slug: string,
  language: string,
  policies: Record<string, string> = {},
  translations: Record<string, string> = {},
) {
  const translatedPolicies = { hi: Object.keys(translations) };
  answer('GET', '/storeInfo', ({ query }) => ({
    body: aStoreInfo({
      policies: query.lang === 'hi' ? { ...policies, ...translations } : policies,
      ...(Object.keys(translations).length > 0 && { translatedPolicies }),
    }),
  }));
  const page = { code: language, catalog: { 'Terms of Service': 'सेवा की शर्तें' }, languages: ['hi', 'ta'] };
  const { store, user, location } = renderRoutes({ paths, routes, at: `/${slug}`, language: page });
  const article = await screen.findByRole('article');
  const { load } = (await routes.policy()).screen;
  await load?.({ params: { policyType: slug }, search: new URLSearchParams(), dispatch: store.dispatch, language });
  return { store, user, location, article };
}

it('shows a policy in the language of the page, with links to pages in this language', async () => {
  const { article, user, location } = await openPolicy('terms', 'hi');
  expect(screen.getByRole('heading', { level: 1, name: 'सेवा की शर्तें' })).toBeInTheDocument();
  expect(article).not.toHaveAttribute('lang');
  expect(within(article).getByText('Tamra Home Private Limited', { selector: 'strong > span' })).toHaveAttribute(
    'lang',
    'en',
  );
  const text = within(article);
  expect(text.getByRole('link', { name: 'संपर्क पेज' })).toHaveAttribute('href', '/hi/contact');
  expect(text.getByRole('link', { name: 'care@tamra.example' })).toHaveAttribute('href', 'mailto:care@tamra.example');
  expect(screen.getByRole('navigation').querySelector('ol')).not.toHaveAttribute('lang');
  const refund = text.getByRole('link', { name: 'रिफ़ंड नीति' });
  expect(refund).toHaveAttribute('href', '/hi/refund');
  await user.click(refund);
  expect(location().pathname).toBe('/refund');
});

it('leaves the link to the binding English version to the browser, which loads a document', async () => {
  const { article, location } = await openPolicy('terms', 'hi');
  const link = within(article).getByRole('link', { name: 'अंग्रेज़ी संस्करण' });
  expect(link).toHaveAttribute('href', '/terms');
  expect(link).toHaveAttribute('hreflang', 'en');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  let isHandled: boolean | undefined;
  // jsdom would report that it cannot load a document.
  const readClick = (event: Event) => {
    isHandled = event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', readClick, { once: true });
  link.dispatchEvent(click);
  expect(isHandled).toBe(false);
  expect(location().pathname).toBe('/terms');
});

it('shows the English policy, marked as English and without a note, in a language that has none', async () => {
  const { article } = await openPolicy('refund', 'ta');
  expect(article).toHaveAttribute('lang', 'en');
  expect(article).toHaveTextContent('credited within 0-7 working days to the original source');
  expect(screen.getByRole('navigation').querySelector('ol')).toHaveAttribute('lang', 'en');
  expect(article.querySelector('[hreflang]')).toBeNull();
  expect(within(article).getByRole('link', { name: 'Contact page' })).toHaveAttribute('href', '/ta/contact');
});

it('shows the text of the store in English, marked as English, and its links lead to pages in the language of the page', async () => {
  const { article, user, location } = await openPolicy('terms', 'hi', {
    terms: '<p>Own text. <a href="/shipping">Shipping</a></p>',
  });
  expect(article).toHaveTextContent('Own text.');
  expect(article).toHaveAttribute('lang', 'en');
  await user.click(within(article).getByRole('link', { name: 'Shipping' }));
  expect(location().pathname).toBe('/shipping');
});

it.each([
  ['terms', 'खुद का पाठ', null],
  ['refund', 'Own refund.', 'en'],
])('shows the text of the store for %s in the language in which the store has it', async (slug, text, lang) => {
  const policies = { terms: '<p>Own text.</p>', refund: '<p>Own refund.</p>' };
  const { article } = await openPolicy(slug, 'hi', policies, { terms: '<p>खुद का पाठ</p>' });
  expect(article).toHaveTextContent(text);
  expect(article.getAttribute('lang')).toBe(lang);
});

it('shows an error and not the English text when the text of the store in the language of the page does not load', async () => {
  const policies = { terms: '<p>Own text.</p>' };
  const body = aStoreInfo({ policies, translatedPolicies: { hi: ['terms'] } });
  answer('GET', '/storeInfo', ({ query }) => (query.lang ? { status: 503, body: {} } : { body }));
  const language = { code: 'hi', catalog: {}, languages: ['hi'] };
  const { user } = renderRoutes({ paths, routes, at: '/terms', language });
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  answer('GET', '/storeInfo', { body: { ...body, policies: { terms: '<p>खुद का पाठ</p>' } } });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article')).toHaveTextContent('खुद का पाठ');
});

it('asks a store without translations, and for an English page, as the specification says', async () => {
  await openPolicy('terms', 'hi', { terms: '<p>Own text.</p>' });
  cleanup();
  await openPolicy('terms', 'en', { terms: '<p>Own text.</p>' }, { terms: '<p>खुद का पाठ</p>' });
  expect(calls('GET', '/storeInfo').map(({ query }) => query)).not.toContainEqual(
    expect.objectContaining({ lang: expect.anything() }),
  );
});

it('the load of the screen reads what the screen shows', async () => {
  const { store } = await openPolicy('terms', 'hi');
  expect(Object.keys(store.getState().api.queries).filter((query) => query.startsWith('contentPolicy'))).toHaveLength(
    1,
  );
});
