import { useStoreInfo } from '@shop/store-info/use-store-info';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { showCopy } from '../base/device-state';
import { renderShop } from '../testing/render-shop';
import { recoverRead, startRecovery } from './recovery';

fakeStoreApi();
afterEach(() => act(async () => showCopy(false)));

/** States that the screen has shown, one after another. */
const shown: string[] = [];
function Screen() {
  const { kind, info } = useStoreInfo();
  const text = info?.storeName ?? kind;
  if (shown.at(-1) !== text) shown.push(text);
  return <h1>{text}</h1>;
}

async function open() {
  shown.length = 0;
  const paths = [{ id: 'home', pattern: '/' }];
  const shop = await renderShop({ at: '/', remotes: [{ name: 'mf-catalog', paths, load: async () => ({ Screen }) }] });
  startRecovery(shop.store, 1);
  return shop;
}

/** Lets the page know that the shopper has come back to it, and waits for what follows. */
const comeBack = () =>
  act(async () => {
    window.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
const failed = (status: number) => ({ status, data: null });
const request = new Request(`${fakeApiBase}/storeInfo`);

test('reads a failed response again when the API answers, and changes nothing on the screen before', async () => {
  answer('GET', '/storeInfo', { status: 503, body: {} });
  const { store } = await open();
  expect(await screen.findByRole('heading', { name: 'failed' })).toBeInTheDocument();
  const [key = ''] = Object.keys(store.getState().api.queries);
  recoverRead({ key, meta: { request }, error: failed(503) });
  // RTK Query writes subscriptions into its state half a second late.
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
  await comeBack();
  expect(shown).toEqual(['loading', 'failed']);
  answer('GET', '/storeInfo', { body: aStoreInfo({ storeName: 'Tamra' }) });
  await comeBack();
  expect(await screen.findByRole('heading', { name: 'Tamra' })).toBeInTheDocument();
});
