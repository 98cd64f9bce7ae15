import { createEarlyAdd, earlyChoices } from '@shop/cart/early-add';
import { createTexts, type PageLanguage } from '@shop/language/texts';
import { Toaster } from '@shop/notifications/toaster';
import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { createAppStore } from '@shop/store/create-app-store';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { documentIds, pageReadyEvent } from '../base/page';
import { BottomBar } from '../layout/bottom-bar';
import { Header } from '../layout/header';
import { createPageLoaderScript } from './elements';

fakeStoreApi();

const tawa = { id: '7', name: 'Tawa', image: '/tawa.jpg', price: 900, sizes: ['S', 'M'], more: 'not of the cart' };
const transferred = { api: { queries: { list: { data: { products: [{ id: '8' }, tawa] } } } } };
const line = { id: '7', name: 'Tawa', image: '/tawa.jpg', price: 900, quantity: 1 };
const answered: (string | null)[] = [];
let root: Root | undefined;

const createPageStore = () =>
  createAppStore({ settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' }, storage: window.localStorage });

/** Buttons of two cards, and of a product page with sizes. The hydrated page records clicks that it answers. */
function Page({ store, serverState }: { store: ReturnType<typeof createPageStore>['store']; serverState?: object }) {
  const answerClick = ({ currentTarget }: { currentTarget: Element }) => void answered.push(currentTarget.textContent);
  return (
    <Provider store={store} {...(serverState && { serverState })}>
      <HistoryRouter history={createMemoryHistory()}>
        <Header />
        <main>
          <button type="button" {...createEarlyAdd({ id: '7', quantity: 1 })} onClick={answerClick}>
            Tawa
          </button>
          <button type="button" {...createEarlyAdd({ id: '8', quantity: 1 })} onClick={answerClick}>
            Unknown
          </button>
          <div {...earlyChoices}>
            <div role="radiogroup" aria-label="Size" aria-required>
              {['S', 'M'].map((size) => (
                <input key={size} type="radio" name="size" value={size} aria-label={size} />
              ))}
            </div>
            <input aria-label="Quantity" defaultValue="1" />
            <button type="button" {...createEarlyAdd({ id: '7', quantity: 1, opens: '/cart' })} onClick={answerClick}>
              Chosen
            </button>
          </div>
          <img data-early-picture alt="" suppressHydrationWarning />
          <span data-early-name data-testid="name" suppressHydrationWarning>
            {''}
          </span>
        </main>
        <BottomBar />
        <Toaster />
      </HistoryRouter>
    </Provider>
  );
}

/** Shows the HTML of the server, and runs the page loader. */
function openDocument(html = renderToString(<Page store={createPageStore().store} />), language = english) {
  const inline = (id: string, data: object) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`;
  const scripts = inline(documentIds.scripts, { entry: null, preloads: [] });
  document.body.innerHTML = `<div id="root">${html}</div>${inline(documentIds.transferredPage, transferred)}${scripts}`;
  new Function(createPageLoaderScript(createTexts(language)))();
}

const english: PageLanguage = { code: 'en', catalog: {} };

/** Hydrates the page as the shell does. Returns the store, and the differences that React finds. */
async function hydrate() {
  const { store, readStorage } = createPageStore();
  const serverState = store.getState();
  const differences: unknown[] = [];
  readStorage();
  await act(async () => {
    const container = document.getElementById('root') as HTMLElement;
    const onRecoverableError = (error: unknown) => differences.push(error);
    root = hydrateRoot(container, <Page store={store} serverState={serverState} />, { onRecoverableError });
  });
  await act(announceReady);
  return { store, differences };
}

/** Announces that the page reacts, and waits until the page loader has repeated the clicks. */
async function announceReady() {
  window.dispatchEvent(new Event(pageReadyEvent));
  await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Lists the clicks that reach a control from now on. */
function watchClicks(control: HTMLElement): Event[] {
  const clicks: Event[] = [];
  control.addEventListener('click', (event) => {
    event.preventDefault();
    clicks.push(event);
  });
  return clicks;
}

const tap = (name: string) => screen.getByRole('button', { name }).click();
const stored = () => JSON.parse(localStorage.getItem('cart') ?? '[]');
const cartLink = (name: string) => screen.getByRole('link', { name });
const toast = () => document.querySelector('[data-early-toast]');

beforeEach(() => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  answered.length = 0;
  openDocument();
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  window.dispatchEvent(new Event(pageReadyEvent));
});

it('shows the line, the count and the toast of each tap at once', () => {
  tap('Tawa');
  expect(stored()).toEqual([line]);
  expect(cartLink('Cart, 1 item')).toHaveTextContent('1');
  expect(toast()?.textContent).toBe('Added to cart\nTawa');
  tap('Tawa');
  expect(stored()).toEqual([{ ...line, quantity: 2 }]);
  expect(cartLink('Cart, 2 items')).toHaveTextContent('2');
  expect(toast()?.textContent).toBe('Cart updated\nTawa');
});

it('shows the count of the stored cart before any tap, and React takes it over', async () => {
  localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 3 }]));
  openDocument();
  expect(cartLink('Cart, 3 items')).toHaveTextContent('3');
  const { differences } = await hydrate();
  expect(differences).toEqual([]);
  expect(cartLink('Cart, 3 items')).toHaveTextContent(/^3$/);
});

it('shows picture and name of the stored lines for which the page has a place, and React takes them over', async () => {
  localStorage.setItem('cart', JSON.stringify([line, { ...line, id: '8', name: 'Kadai', image: '/kadai.jpg' }]));
  openDocument();
  const picture = document.querySelector('[data-early-picture]');
  expect(picture).toHaveAttribute('src', '/tawa.jpg');
  expect(screen.getByTestId('name')).toHaveTextContent(/^Tawa$/);
  const { differences } = await hydrate();
  expect(differences).toEqual([]);
  expect(picture).toBeInTheDocument();
});

it.each(['[{"id":1}]', 'no JSON', '[]'])('shows no line of the stored cart %s', (text) => {
  localStorage.setItem('cart', text);
  openDocument();
  expect(document.querySelector('[data-early-picture]')).not.toHaveAttribute('src');
  expect(screen.getByTestId('name')).toBeEmptyDOMElement();
});

it.each([
  ['a line without a name', '[{"id":"7","image":"","price":900,"quantity":1}]'],
  ['a piece of no number', '[{"id":"7","name":"Tawa","image":"","price":900,"quantity":"many"}]'],
  ['a number of pieces as text', JSON.stringify([{ ...line, quantity: '2' }])],
  ['a part of a piece', JSON.stringify([{ ...line, quantity: 1.5 }])],
  ['no list', '{}'],
  ['no JSON', '{'],
  ['more pieces than a badge shows', JSON.stringify([{ ...line, quantity: 100 }])],
])('shows no count before the scripts run when the stored cart has %s', (_case, cart) => {
  localStorage.setItem('cart', cart);
  openDocument();
  expect(screen.getAllByRole('link', { name: 'Cart' })[0]).toHaveTextContent(/^$/);
});

it('has the entries of shoppers and of visitors until the page has read the session', async () => {
  localStorage.setItem('auth_token', 'tok');
  const entry = (name: string) => screen.queryByRole('link', { name });
  // The style sheet shows one of them.
  expect([entry('Account'), entry('Login')]).toEqual([expect.anything(), expect.anything()]);
  const account = entry('Account');
  const { differences } = await hydrate();
  expect(differences).toEqual([]);
  expect(entry('Account')).toBe(account);
  expect(entry('Login')).toBeNull();
});

it('leaves it to the style sheet whether the header is solid until the page has hydrated', async () => {
  expect(screen.getByRole('banner')).not.toHaveAttribute('data-solid');
  await hydrate();
  expect(screen.getByRole('banner')).toHaveAttribute('data-solid', 'false');
});

it('is taken over by React without a difference, a second line or a second toast', async () => {
  tap('Tawa');
  tap('Tawa');
  const { store, differences } = await hydrate();
  expect(differences).toEqual([]);
  expect(answered).toEqual([]);
  expect(store.getState().cart.lines).toEqual([{ ...line, quantity: 2 }]);
  expect(store.getState().notifications).toEqual([]);
  expect(cartLink('Cart, 2 items')).toHaveTextContent(/^2$/);
  expect(toast()).toHaveTextContent('Cart updated Tawa');
  tap('Tawa');
  expect(answered).toEqual(['Tawa']);
});

it('reaches a page that has read the cart and does not react yet', () => {
  const { store, readStorage } = createPageStore();
  readStorage();
  tap('Tawa');
  expect(store.getState().cart.lines).toEqual([line]);
});

it('adds to the lines of another tab, and shows no count when that tab empties the cart', async () => {
  localStorage.setItem('cart', JSON.stringify([{ ...line, id: '9' }]));
  tap('Tawa');
  expect(stored()).toEqual([{ ...line, id: '9' }, line]);
  expect(cartLink('Cart, 2 items')).toHaveTextContent('2');
  localStorage.setItem('cart', '[]');
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart', newValue: '[]', storageArea: localStorage }));
  const { store } = await hydrate();
  expect(store.getState().cart.lines).toEqual([]);
  expect(screen.getAllByRole('link', { name: 'Cart' })[0]).toHaveTextContent(/^$/);
});

it('ends the toast after five seconds', () => {
  jest.useFakeTimers();
  tap('Tawa');
  jest.advanceTimersByTime(5000);
  expect(toast()).toBeEmptyDOMElement();
  jest.useRealTimers();
});

it('adds the chosen size, and opens the cart once the page is ready', async () => {
  screen.getByRole('radio', { name: 'M' }).click();
  tap('Chosen');
  tap('Chosen');
  expect(stored()).toEqual([{ ...line, selectedSize: 'M' }]);
  expect(screen.getByRole('button', { name: 'Chosen' })).toHaveAttribute('aria-busy', 'true');
  const [opens, adds] = [cartLink('Cart, 1 item'), screen.getByRole('button', { name: 'Chosen' })].map(watchClicks);
  await announceReady();
  expect(opens).toHaveLength(1);
  expect(adds).toEqual([]);
  expect(stored()).toEqual([{ ...line, selectedSize: 'M' }]);
});

it('has the texts, the plural forms and the paths of the language of the page', async () => {
  window.dispatchEvent(new Event(pageReadyEvent));
  const catalog = {
    'Cart, {count, plural, one {# item} other {# items}}':
      'Koszyk, {count, plural, one {# produkt} few {# produkty} other {# produktów}}',
    'Added to cart': 'Dodano',
  };
  openDocument(
    `<a href="/pl/cart" aria-label="Koszyk"><span data-badge></span></a>
     <button data-early-add='{"id":"7","quantity":1}'>Add</button>
     <button data-early-add='{"id":"7","quantity":1,"opens":"/cart"}'>Buy</button><p data-early-toast="5000"></p>`,
    { code: 'pl', catalog },
  );
  tap('Add');
  expect(toast()?.textContent).toBe('Dodano\nTawa');
  const opens = watchClicks(cartLink('Koszyk, 1 produkt'));
  tap('Buy');
  expect(cartLink('Koszyk, 2 produkty')).toHaveTextContent('2');
  // The catalogue has no translation.
  expect(toast()?.textContent).toBe('Cart updated\nTawa');
  await announceReady();
  expect(opens).toHaveLength(1);
});

describe('a tap waits for the scripts', () => {
  it.each<[string, string, () => void]>([
    ['without a required choice', 'Chosen', () => undefined],
    ['when the document has no such product', 'Unknown', () => undefined],
    [
      'after typed text',
      'Tawa',
      () => void screen.getByLabelText('Quantity').dispatchEvent(new Event('input', { bubbles: true })),
    ],
    ['when the stored cart is not a list', 'Tawa', () => localStorage.setItem('cart', '{}')],
    ['when the stored cart has an invalid line', 'Tawa', () => localStorage.setItem('cart', '[{"id":"1"}]')],
    ...['2', 1.5, Number.MAX_SAFE_INTEGER + 1].map((quantity): [string, string, () => void] => [
      `when the stored cart has the quantity ${JSON.stringify(quantity)}`,
      'Tawa',
      () => localStorage.setItem('cart', JSON.stringify([{ ...line, quantity }])),
    ]),
    [
      'when the badge has another form',
      'Tawa',
      () => localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 99 }])),
    ],
    [
      'when storage is full',
      'Tawa',
      () =>
        void jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
          throw new Error('quota');
        }),
    ],
    [
      'when the browser refuses storage',
      'Tawa',
      () =>
        void jest.spyOn(Storage.prototype, 'getItem').mockImplementationOnce(() => {
          throw new Error('denied');
        }),
    ],
  ])('%s', async (_case, name, prepare) => {
    const clicks = watchClicks(screen.getByRole('button', { name }));
    prepare();
    const dispatch = jest.spyOn(window, 'dispatchEvent');
    tap(name);
    expect(dispatch).not.toHaveBeenCalled();
    expect(toast()).toBeEmptyDOMElement();
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-busy', 'true');
    dispatch.mockRestore();
    await announceReady();
    expect(clicks).toHaveLength(1);
  });
});
