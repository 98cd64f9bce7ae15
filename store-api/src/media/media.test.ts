import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductJson, ProductListJson } from '@shop/api-contract/schemas/product';
import { createProductId } from '../products/product-id';
import { openTestPglite } from '../testing/test-databases';
import { openTestStore, reopenTestStore, type TestStore } from '../testing/test-store';
import { readMediaIndex } from './media-index';
import { drawProduct } from './product-drawing';

const view = (alt: string) => ({ alt, width: 960, height: 1152, widths: [320, 960] });

describe('product images', () => {
  const mediaDir = mkdtempSync(join(tmpdir(), 'store-api-media-'));
  let drawn: TestStore;
  let photographed: TestStore;
  beforeAll(async () => {
    const file = (name: string) => writeFileSync(join(mediaDir, name), `content of ${name}`);
    for (const width of [320, 960]) {
      for (const format of ['avif', 'webp', 'jpg']) file(`toaster-1-${width}.${format}`);
    }
    file('toaster-2-960.jpg');
    file('hand-blender-2-640.jpg');
    file('hand-blender-1-320.avif');
    file('rice-cooker.jpg');
    const index = {
      toaster: [view('The toaster'), view('From above'), view('A view without a file')],
      'rice-cooker': [view('No file of it is there')],
      'hand-blender': 'not a list',
    };
    writeFileSync(join(mediaDir, 'index.json'), JSON.stringify(index));
    drawn = await openTestStore(openTestPglite, { mediaDir: join(mediaDir, 'nowhere') });
    photographed = await reopenTestStore(drawn, { mediaDir });
  }, 120_000);
  afterAll(async () => {
    await photographed.close();
    await drawn.close();
    rmSync(mediaDir, { recursive: true });
  });

  const productIn = async (store: TestStore, handle: string) =>
    (await store.get(`/products/${createProductId(handle)}`)).json<ProductJson>();
  const open = (store: TestStore, url: string) => store.app.inject(url.replace('http://localhost:80', ''));

  it('list a photograph in every existing format and width', async () => {
    const { images, imgUrl } = await productIn(photographed, 'toaster');
    expect(images.map(({ alt }) => alt)).toEqual(['The toaster', 'From above']);
    expect(images[0]).toMatchObject({ width: 960, height: 1152, url: imgUrl });
    expect(imgUrl).toMatch(/^http:\/\/localhost:80\/media\/toaster-1-960\.jpg\?v=[0-9a-f]{8}$/);
    expect(images[0]?.sources?.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    expect(images[0]?.sources?.[0]?.srcset).toMatch(
      /^http:\S+toaster-1-320\.avif\?v=\S+ 320w, http:\S+toaster-1-960\.avif\?v=\S+ 960w$/,
    );
    expect(images[1]?.sources).toEqual([]);
  });

  it('use the product title when a photograph has no description', async () => {
    const { images, title } = await productIn(photographed, 'hand-blender');
    expect(images).toMatchObject([{ alt: `${title}, view 2`, width: 640, height: 800, sources: [] }]);
    expect(images[0]?.url).toContain('/media/hand-blender-2-640.jpg?v=');
  });

  it('contain a new photograph after the next start, with the same database', async () => {
    const { headers } = await drawn.signUp();
    const orderId = await drawn.placeOrder(headers, { 'electric-kettle': 1 });
    const before = await productIn(photographed, 'electric-kettle');
    expect(before.imgUrl).toContain('/media/drawn/electric-kettle.svg');
    writeFileSync(join(mediaDir, 'electric-kettle-1-640.jpg'), 'a kettle');
    expect(await productIn(photographed, 'electric-kettle')).toEqual(before);

    const restarted = await reopenTestStore(drawn, { mediaDir });
    const after = await productIn(restarted, 'electric-kettle');
    expect(after.imgUrl).toContain('/media/electric-kettle-1-640.jpg?v=');
    expect((await restarted.get('/orders', headers)).json()).toMatchObject([{ id: orderId }]);
    await restarted.app.close();
  });

  it('are served with immutable cache headers to any site', async () => {
    const { imgUrl } = await productIn(photographed, 'toaster');
    const picture = await open(photographed, String(imgUrl));
    expect(picture.body).toBe('content of toaster-1-960.jpg');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await open(photographed, '/media/missing.jpg')).statusCode).toBe(404);
    expect((await open(photographed, '/media/index.json')).statusCode).toBe(404);
  });

  it.each(['toaster', 'rice-cooker'])('contain a drawing while %p has no photograph', async (handle) => {
    const store = handle === 'toaster' ? drawn : photographed;
    const { images } = await productIn(store, handle);
    expect(images).toHaveLength(1);
    const drawing = await open(store, String(images[0]?.url));
    expect(drawing.statusCode).toBe(200);
    expect(drawing.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(drawing.body).toContain('#F7F1E8');
  });

  it('contain a drawing that is deterministic and escaped', () => {
    const hostile = { handle: 'x"y', title: '<script>"&', category: '__proto__' };
    expect(drawProduct(hostile)).toBe(drawProduct(hostile));
    expect(drawProduct(hostile)).not.toContain('<script');
    expect(drawProduct({ ...hostile, handle: 'silk-saree' })).not.toBe(drawProduct(hostile));
  });

  it('are empty for a product that the catalogue marks as without an image', async () => {
    expect(await productIn(drawn, 'khadi-tunic')).toMatchObject({ imgUrl: null, images: [] });
  });

  it('include the logo in the store information', async () => {
    const info = (await drawn.get('/storeInfo')).json();
    const logo = await open(drawn, info.companyLogoUrl);
    expect(logo.headers['content-type']).toBe('image/svg+xml');
    expect(logo.body).toContain('<svg');
  });

  it('load for every product of the catalogue that has one', async () => {
    const { data } = (await drawn.get('/products?limit=100')).json<ProductListJson>();
    const responses = await Promise.all(data.flatMap(({ imgUrl }) => (imgUrl ? [open(drawn, imgUrl)] : [])));
    expect(responses).toHaveLength(data.length - 1);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it.each(['{', '[]', '"text"', '{"a":[{"alt":"x"}]}', '{"a":1}'])(
    'have no descriptions when the index is invalid: %p',
    (text) => {
      const folder = mkdtempSync(join(tmpdir(), 'store-api-index-'));
      writeFileSync(join(folder, 'index.json'), text);
      const messages: string[] = [];
      expect(readMediaIndex(folder, (message) => messages.push(message)).size).toBe(0);
      expect(messages).toHaveLength(1);
      rmSync(folder, { recursive: true });
    },
  );
});
