import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { Link, useLocation } from '@shop/router/router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';

function openLink(to: React.ComponentProps<typeof Link>['to'], basename = '') {
  const history = createMemoryHistory({ initialEntries: [`${basename}/terms?page=2`] });
  const onClick = jest.fn();
  render(
    <HistoryRouter history={history} basename={basename}>
      <Link to={to} onClick={onClick}>
        Link
      </Link>
    </HistoryRouter>,
  );
  const link = screen.getByRole('link', { name: 'Link' });
  return { history, link, click: (init = {}) => act(async () => void fireEvent.click(link, init)) };
}

it.each([
  ['/cart?a=b#c', '', '/cart?a=b#c'],
  ['/cart', '/hi', '/hi/cart'],
  ['/', '/hi', '/hi'],
  [{ hash: '#fees' }, '/hi', '/hi/terms#fees'],
])('the address of a link to %j below "%s" is %s, and a click opens it', async (to, basename, href) => {
  const { history, link, click } = openLink(to, basename);
  expect(link).toHaveAttribute('href', href);
  await click();
  const { pathname, search, hash } = history.location;
  expect(pathname + search + hash).toBe(href);
  expect(history.index).toBe(1);
});

it('replaces the history entry of the current address', async () => {
  const { history, click } = openLink('/terms?page=2');
  await click();
  expect(history.index).toBe(0);
});

it.each([
  ['to another site', '//evil.example/cart', {}],
  ['with a modifier key', '/cart', { ctrlKey: true }],
])('leaves a click %s to the browser', async (_what, to, init) => {
  // jsdom would report that it cannot load a document.
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop, { once: true });
  const { history, click } = openLink(to);
  await click(init);
  expect(history.location.pathname).toBe('/terms');
});

it('shows the page of a navigation that ends before the router listens to the history', async () => {
  const history = createMemoryHistory({ initialEntries: ['/cart', '/terms'] });
  function Page() {
    // An effect of a child runs before the effect of the router.
    useLayoutEffect(() => history.go(-1), []);
    return <h1>{useLocation().pathname}</h1>;
  }
  await act(async () => {
    render(
      <HistoryRouter history={history}>
        <Page />
      </HistoryRouter>,
    );
  });
  expect(screen.getByRole('heading')).toHaveTextContent('/cart');
});
