import { getApiBase } from './api-base';

it.each([
  ['localhost', 'http://localhost:8044/api/v1', '[7.base-01 7.base-02 9.constants-06 R.14-1]'],
  ['127.0.0.1', 'http://localhost:8044/api/v1', '[7.base-01 R.14-1]'],
  ['[::1]', 'http://localhost:8044/api/v1', '[7.base-01 R.14-1]'],
  ['shop.example', 'https://api.shop.example/api/v1', '[7.base-01 7.base-03 R.14-1]'],
  ['www.shop.example', 'https://api.shop.example/api/v1', '[7.base-01 R.14-1]'],
])('on the host %s the base URL of the API is %s %s', (hostname, base) => {
  expect(getApiBase(hostname)).toBe(base);
});
