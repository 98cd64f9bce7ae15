import { createdOrderDecoder, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { paymentFieldsDecoder, paymentResponseDecoder } from '@shop/api-contract/decoders/payment';
import { productDecoder, productPageDecoder } from '@shop/api-contract/decoders/product';
import { storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import { accountInfoDecoder, tokenDecoder } from '@shop/api-contract/decoders/user';
import type { OwnedPaths, RemoteRoutes } from '@shop/remote-contract/remote-module';
import { Slot, useSlotLinks } from '@shop/slots/slot';
import { screen } from '@testing-library/react';
import { anOrder, aProduct } from './builders';
import { renderRoutes } from './render-routes';
import { answer, calls, fakeApiBase, fakeStoreApi, type Method } from './store-api-fake';
import { answerStoreApi } from './store-api-stub';

fakeStoreApi();

const request = async (method: 'GET' | 'POST', path: string) => {
  const response = await fetch(fakeApiBase + path, { method, ...(method === 'POST' && { body: '{}' }) });
  return response.json();
};

interface Decoder {
  '~standard': { validate: (value: unknown) => object };
}

it.each<[method: 'GET' | 'POST', path: string, decoder: Decoder]>([
  ['GET', '/storeInfo', storeInfoDecoder],
  ['GET', '/products', productPageDecoder],
  ['GET', `/products/${aProduct().id}`, productDecoder],
  ['POST', '/users/authorize', tokenDecoder],
  ['GET', '/accountInfo', accountInfoDecoder],
  ['GET', '/orders', orderListDecoder],
  ['GET', `/orders/${anOrder().id}`, trackedOrderDecoder],
  ['POST', '/orders', createdOrderDecoder],
  ['GET', '/payments/fields', paymentFieldsDecoder],
  ['POST', '/payments', paymentResponseDecoder],
])('the stub answers %s %s with what the decoder of the contract accepts', async (method, path, decoder) => {
  answerStoreApi();
  const result = decoder['~standard'].validate(await request(method, path));
  expect(result).not.toHaveProperty('issues');
  expect([{ value: null }, { value: [] }]).not.toContainEqual(result);
});

it.each<[method: Method, body: BodyInit | null, recorded: unknown]>([
  ['POST', new URLSearchParams({ stars: '5' }), 'stars=5'],
  ['PUT', '{"stars":5}', { stars: 5 }],
  ['PATCH', 'five stars', 'five stars'],
  ['DELETE', null, null],
])('the fake of a backend records a call of %s with its body', async (method, body, recorded) => {
  const address = 'https://reviews.example/of/7';
  answer(method, address, { body: { isSaved: true } });
  const response = await fetch(address, { method, body });
  expect(await response.json()).toEqual({ isSaved: true });
  expect(calls(method, address)).toEqual([expect.objectContaining({ body: recorded })]);
});

const paths = { recipe: { pattern: '/recipes/:id', access: 'open' } } as const satisfies OwnedPaths;

function Recipe() {
  const links = useSlotLinks('footer.links');
  return (
    <>
      <h1>Recipe</h1>
      {links.map(({ text, to }) => (
        <a key={to} href={to}>
          {text}
        </a>
      ))}
      <Slot name="product.below" props={{ productId: 'p1' }} />
    </>
  );
}
const routes: RemoteRoutes<typeof paths> = { recipe: async () => ({ screen: { Screen: Recipe } }) };

it('the fake shell shows links and a loaded component in the slots of a screen', async () => {
  let loadedFor = '';
  const links = {
    'footer.links': [
      { text: 'Reviews', to: '/reviews', order: 20 },
      { text: 'Gift cards', to: '/gift-cards', order: 10 },
    ],
  };
  const components = {
    'product.below': {
      Slot: ({ productId }: { productId: string }) => <p>Reviews of {productId}</p>,
      load: async ({ props }: { props: { productId: string } }) => {
        loadedFor = props.productId;
      },
    },
  };
  renderRoutes({ paths, routes, at: '/recipes/7', links, components });
  expect(await screen.findByText('Reviews of p1')).toBeInTheDocument();
  expect(loadedFor).toBe('p1');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Gift cards', 'Reviews']);
});
