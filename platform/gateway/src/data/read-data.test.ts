import type { DataResponse } from './fetch-data';
import { createDataReader, ForeignUrlError } from './read-data';

const base = 'http://localhost:8044/api/v1';
const respond = (body: string, status = 200): DataResponse => ({ status, contentType: 'application/json', body });

/** Opens a cache over APIs that the test answers. */
function openCache(settings: { publicApiBase?: string; publicUrl?: string } = {}) {
  const load = jest.fn<Promise<DataResponse>, [string]>();
  const read = createDataReader({
    settings: { storeApiUrl: 'http://10.0.0.2/api/v1', ...settings },
    onError: () => {},
    load,
  });
  return { load, read };
}

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
