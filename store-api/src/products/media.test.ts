import { readdirSync } from 'node:fs';
import type { ProductJson, ProductListJson } from '@shop/api-contract/schemas/product';
import { seedCatalog, viewCount } from '../../catalog/seed-catalog';
import { openTestDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { createProductId } from './product-id';
import { getProductImages, mediaFolder, photographs } from './product-images';

describe('the photographs of the catalogue', () => {
  const own = seedCatalog.flatMap(({ products }) => products.filter(({ withoutPicture }) => !withoutPicture));

  it('show every product of the shop from four sides or near, and once in each other colour that it names', () => {
    const expected = own.map(({ handle, shownColors: [, ...others] = [] }) => [handle, viewCount + others.length]);
    expect(own.map(({ handle }) => [handle, photographs.get(handle)?.length])).toEqual(expected);
  });

  it('name their colours: the first is that of the views, the others are other colours of the product', () => {
    for (const { handle, colors = [], shownColors = [] } of own) {
      expect([
        handle,
        shownColors.filter((color, index) => !colors.includes(color) || shownColors.indexOf(color) !== index),
      ]).toEqual([handle, []]);
    }
  });

  it('are exactly the files of the folder: AVIF in the widths of cards and gallery, and one JPEG', async () => {
    const product = { images: [], ownPictures: true };
    const images = await Promise.all(
      [...photographs.keys()].map((handle) => getProductImages({ ...product, handle }, '')),
    );
    const files = images.flatMap((views) =>
      views.flatMap(({ url, sources = [] }, view) => {
        const candidates = sources.flatMap(({ srcset }) => srcset.split(', ').map((text) => text.split('?')[0]));
        expect(candidates).toHaveLength(view === 0 ? 3 : 2);
        return [url.split('?')[0], ...candidates];
      }),
    );
    const existing = readdirSync(mediaFolder).filter((name) => name !== 'captions.json');
    expect(files.sort()).toEqual(existing.map((name) => `/media/${name}`).sort());
  });
});

describe('product images', () => {
  const store = useTestStore(openTestDatabase);

  const getProduct = async (handle: string) =>
    (await store.get(`/products/${createProductId(handle)}`)).json<ProductJson>();
  const open = (url: string) => store.app.inject(url.replace('http://localhost:80', ''));

  it('list a photograph in every format and width', async () => {
    const { images, imgUrl } = await getProduct('copper-saucepan');
    expect(images).toHaveLength(4);
    expect(images[0]).toMatchObject({ width: 720, height: 900, url: imgUrl });
    expect(images[0]?.alt).toContain('saucepan');
    expect(imgUrl).toMatch(/^http:\/\/localhost:80\/media\/copper-saucepan-1-720\.jpg\?v=[0-9a-f]{8}$/);
    expect(images[0]?.sources?.map(({ type }) => type)).toEqual(['image/avif']);
    expect(images[0]?.sources?.[0]?.srcset).toMatch(
      /^http:\S+saucepan-1-320\.avif\?v=\S+ 320w, http:\S+ 480w, http:\S+saucepan-1-720\.avif\?v=\S+ 720w$/,
    );
  });

  it('are served with immutable cache headers to any site', async () => {
    const picture = await open(String((await getProduct('copper-saucepan')).imgUrl));
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await open('/media/missing.jpg')).statusCode).toBe(404);
    expect((await open('/media/captions.json')).statusCode).toBe(404);
  });

  it('are empty for a product that the catalogue marks as without an image', async () => {
    expect(await getProduct('khadi-tunic')).toMatchObject({ imgUrl: null, images: [] });
  });

  it('include the logo in the store information', async () => {
    const info = (await store.get('/storeInfo')).json();
    const logo = await open(info.companyLogoUrl);
    expect(logo.headers['content-type']).toBe('image/svg+xml');
    expect(logo.body).toContain('<svg');
  });

  it('load for every product of the catalogue that has one', async () => {
    const { data } = (await store.get('/products?limit=100')).json<ProductListJson>();
    const responses = await Promise.all(data.flatMap(({ imgUrl }) => (imgUrl ? [open(imgUrl)] : [])));
    expect(responses).toHaveLength(data.length - 1);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
