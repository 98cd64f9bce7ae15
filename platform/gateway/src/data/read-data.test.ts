import type { DataResponse } from './fetch-data';
import { createDataReader, ForeignUrlError } from './read-data';

const base = 'http://localhost:8044/api/v1';
const respond = (body: string, status = 200): DataResponse => ({ status, contentType: 'application/json', body });

/** Opens a cache with a clock and a store API that the test answers. */
function openCache(options: { maxBytes?: number; publicApiBase?: string; publicUrl?: string } = {}) {
  const { maxBytes, ...settings } = options;
  const clock = { now: 0 };
  const load = jest.fn<Promise<DataResponse>, [string]>();
  const errors: unknown[] = [];
  const read = createDataReader({
    settings: { storeApiUrl: 'http://10.0.0.2/api/v1', ...settings },
    onError: (error) => errors.push(error),
    load,
    now: () => clock.now,
    ...(maxBytes ? { maxBytes } : {}),
  });
  return { clock, load, errors, read };
}

it('sends one call for all pages that need a URL at the same time, and none while its response is fresh', async () => {
  const { clock, load, read } = openCache();
  load.mockResolvedValueOnce(respond('one', 404)).mockResolvedValueOnce(respond('two'));
  const url = `${base}/products?page=2`;
  expect(await Promise.all([read(url), read(url)])).toEqual([respond('one', 404), respond('one', 404)]);
  clock.now = 4999;
  expect(await read(url)).toEqual(respond('one', 404));
  expect(load.mock.calls).toEqual([['http://10.0.0.2/api/v1/products?page=2']]);
  clock.now = 5001;
  expect(await read(url)).toEqual(respond('two'));
});

it('returns the last response for five minutes while the store API fails, and calls it once a second at most', async () => {
  const { clock, load, errors, read } = openCache();
  load.mockResolvedValueOnce(respond('one')).mockRejectedValue(new Error('the store API responds with 503'));
  await read(`${base}/a`);
  for (clock.now = 5000; clock.now < 7000; clock.now += 100) expect(await read(`${base}/a`)).toEqual(respond('one'));
  expect([load.mock.calls.length, errors.length]).toEqual([3, 2]);
  clock.now = 5 * 60_000 + 1;
  await expect(read(`${base}/a`)).rejects.toThrow('503');
});

it('removes the least recently used responses when the memory is full', async () => {
  const { load, read } = openCache({ maxBytes: 4000 });
  load.mockImplementation(async () => respond('x'.repeat(1000)));
  for (const path of ['a', 'b', 'c', 'd', 'a', 'd']) await read(`${base}/${path}`);
  expect(load.mock.calls.map(([address]) => address.at(-1)).join('')).toBe('abcda');
});

it('limits the calls at the same time', async () => {
  const { load, read } = openCache();
  load.mockImplementation(() => new Promise(() => {}));
  for (let index = 0; index < 100; index++) void read(`${base}/${index}`);
  await expect(read(`${base}/next`)).rejects.toThrow('too many calls');
});

it.each([
  ['of another host', 'https://evil.example/api/v1/products', undefined],
  ['of a host that only starts like the store API', 'http://localhost:8044.evil.example/api/v1/products', undefined],
  ['outside the base path', `${base}/../../admin`, undefined],
  ['with credentials', 'http://a:b@localhost:8044/api/v1/products', undefined],
  ['of the specified address where the deployment has another', `${base}/products`, 'https://shop.example/api'],
])('rejects a URL %s', async (_what, url, publicApiBase) => {
  const { load, read } = openCache(publicApiBase ? { publicApiBase } : {});
  await expect(read(url)).rejects.toThrow(ForeignUrlError);
  expect(load).not.toHaveBeenCalled();
});

it.each([
  ['https://api.shop.example/api/v1/products', undefined],
  ['https://shop.example/api/products', 'https://shop.example/api'],
])('reads %s from the internal address', async (url, publicApiBase) => {
  const { load, read } = openCache(publicApiBase ? { publicApiBase } : {});
  load.mockResolvedValue(respond('one'));
  await read(url);
  expect(load).toHaveBeenCalledWith('http://10.0.0.2/api/v1/products');
});

const backends = ['https://reviews.example', 'http://localhost:4000'];

it('reads the backends that remotes declare, each address once', async () => {
  const { load, read } = openCache();
  load.mockImplementation(async (address) => respond(address));
  for (const url of ['https://reviews.example/of/7?a=b', 'https://REVIEWS.example/x/../of/7?a=b']) {
    expect((await read(url, backends)).body).toBe('https://reviews.example/of/7?a=b');
  }
  expect((await read('http://localhost:4000/of/7', backends)).body).toBe('http://localhost:4000/of/7');
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ['of another host', 'https://reviews.example.evil.example/'],
  ['of another port', 'https://reviews.example:8443/'],
  ['without TLS', 'http://reviews.example/'],
  ['with credentials', 'https://a:b@reviews.example/'],
])('rejects the URL of a backend %s', async (_what, url) => {
  const { load, read } = openCache();
  await expect(read(url, backends)).rejects.toThrow(ForeignUrlError);
  expect(load).not.toHaveBeenCalled();
});

it('reads no service next to the gateway in a shop with a public address', async () => {
  const { load, read } = openCache({ publicUrl: 'https://shop.example' });
  await expect(read('http://localhost:4000/of/7', backends)).rejects.toThrow(ForeignUrlError);
  expect(load).not.toHaveBeenCalled();
});

it('goes on with the store API while a backend hangs', async () => {
  const { load, read } = openCache();
  load.mockImplementation((address) =>
    address.startsWith('https:') ? new Promise(() => {}) : Promise.resolve(respond('one')),
  );
  for (let index = 0; index < 10; index++) void read(`https://reviews.example/${index}`, backends);
  await expect(read('https://reviews.example/next', backends)).rejects.toThrow(
    'too many calls of https://reviews.example are pending',
  );
  expect((await read(`${base}/products`)).body).toBe('one');
});
