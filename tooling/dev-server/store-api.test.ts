import { getAddressVariables } from './store-api';

const apiOn = (port: number) => `http://localhost:${port}/api/v1`;

test.each([
  ['the default ports', { page: 3000, api: 8044 }, {}, 'http://localhost:3000', { STORE_API_URL: apiOn(8044) }],
  ['another page', { page: 4000, api: 8044 }, {}, 'http://localhost:4000', { STORE_API_URL: apiOn(8044) }],
  [
    'another API',
    { page: 3000, api: 9044 },
    {},
    'http://localhost:3000',
    { STORE_API_URL: apiOn(9044), PUBLIC_API_URL: apiOn(9044) },
  ],
  [
    'blank variables',
    { page: 4000, api: 9044 },
    { SHOP_URL: ' ', STORE_API_URL: '', PUBLIC_API_URL: ' ' },
    'http://localhost:4000',
    { STORE_API_URL: apiOn(9044), PUBLIC_API_URL: apiOn(9044) },
  ],
  [
    'the addresses that people set',
    { page: 4000, api: 9044 },
    { SHOP_URL: 'https://a.example', STORE_API_URL: 'http://b.example', PUBLIC_API_URL: 'https://c.example' },
    'https://a.example',
    { STORE_API_URL: 'http://b.example', PUBLIC_API_URL: 'https://c.example' },
  ],
])('the servers of a shop on this machine find each other with %s', (_, ports, given, shopUrl, gateway) => {
  expect(getAddressVariables(ports, given)).toEqual({ storeApi: { SHOP_URL: shopUrl }, gateway });
});
