import { apiBaseFor } from './api-base';

it.each([
  ['localhost', 'http://localhost:8044/api/v1'],
  ['127.0.0.1', 'http://localhost:8044/api/v1'],
  ['[::1]', 'http://localhost:8044/api/v1'],
  ['shop.example', 'https://api.shop.example/api/v1'],
  ['www.shop.example', 'https://api.shop.example/api/v1'],
])('on %s the API is at %s', (hostname, base) => {
  expect(apiBaseFor(hostname)).toBe(base);
});
