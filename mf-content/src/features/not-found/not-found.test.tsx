import { renderRoutes } from '@shop/testing/render-routes';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

it.each([
  ['/404', '[2.routes-18 8.other-03 R.01-1]'],
  ['/a/b', '[2.routes-18 8.other-03 R.01-3]'],
  ['/product', '[2.routes-18 8.other-03]'],
  ['/%F0%9F%8D%B3/x?y=1#z', '[2.routes-18 8.other-03]'],
])('shows the 404 page for %s %s', async (at) => {
  const { user, location } = renderRoutes({ paths, routes, at });
  expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeInTheDocument();
  // A path of one segment matches `/:policyType` first, which redirects to /404. Deeper paths keep their URL.
  expect(location().pathname).toBe(at.lastIndexOf('/') > 0 ? new URL(at, 'http://shop.test').pathname : '/404');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await waitFor(() => expect(document.title).toBe('Page not found – Tamra & Teak'));
  expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
  expect(screen.getByRole('link', { name: 'Track an Order' })).toHaveAttribute('href', '/track-order');
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
  await user.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(location().pathname).toBe('/');
});

it('shows the suggestions of another remote below its links, and asks the server for them', async () => {
  const Suggestions = ({ productIds }: { productIds: readonly string[] }) => <p>{`Suggestions for [${productIds}]`}</p>;
  renderRoutes({ paths, routes, at: '/404', components: { 'screen.suggestions': { Slot: Suggestions } } });
  const shown = await screen.findByText('Suggestions for []');
  const link = screen.getByRole('link', { name: 'Contact Us' });
  expect(link.compareDocumentPosition(shown)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  const loadSlot = jest.fn(async () => undefined);
  const intent = { params: {}, search: new URLSearchParams(), dispatch: jest.fn(), language: 'en', loadSlot };
  for (const load of [routes['not-found'], routes.unknown]) await (await load()).screen.load?.(intent);
  expect(loadSlot.mock.calls).toEqual([
    ['screen.suggestions', { productIds: [] }],
    ['screen.suggestions', { productIds: [] }],
  ]);
});
