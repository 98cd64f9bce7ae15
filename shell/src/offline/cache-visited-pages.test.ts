import { waitFor } from '@testing-library/react';
import { registerServiceWorker } from './cache-visited-pages';

afterEach(() => {
  for (const name of ['serviceWorker', 'connection']) Reflect.deleteProperty(navigator, name);
  Reflect.deleteProperty(window, 'navigation');
});

const replace = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

test.each([
  ['a shopper with a fast connection', { effectiveType: '4g' }, [['/'], ['/cart', '/orders', '/'], ['/']]],
  ['a shopper who saves data', { saveData: true }, []],
  ['a shopper with a very slow connection', { effectiveType: '2g' }, []],
])('caches the later files of screens for %s: %j', async (_case, connection, screens) => {
  const postMessage = jest.fn();
  const navigation = new EventTarget();
  replace(navigator, 'connection', connection);
  replace(navigator, 'serviceWorker', {
    register: async () => undefined,
    ready: Promise.resolve({ active: { postMessage } }),
  });
  replace(window, 'navigation', navigation);
  const apiResponses = ['https://api.shop.example/api/v1/storeInfo'];
  registerServiceWorker('production', 'en', apiResponses);
  await waitFor(() => expect(postMessage).toHaveBeenCalled());
  const listPosted = () => postMessage.mock.calls.flatMap(([message]) => (message.screens ? [message.screens] : []));
  await waitFor(() => expect(listPosted()).toHaveLength(Math.max(0, screens.length - 1)));
  navigation.dispatchEvent(new Event('currententrychange'));
  expect(listPosted()).toEqual(screens);
  expect(postMessage.mock.calls[0]).toEqual([{ pages: [window.location.href], fallback: '/login', apiResponses }]);
});
