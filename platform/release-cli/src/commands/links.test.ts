import { readPreview } from '@shop/releases/signed-links/preview';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

test('preview prints a link, and gc keeps the previewed release', async () => {
  const { runJson, runOk, store, production } = await createLiveShop();
  const { link, expiresAt } = await runJson('preview mf-a@1.1.0 --ttl 30m --shop-url https://shop.example/');
  const [, id = ''] = /^https:\/\/shop\.example\/-\/preview\/([^/]+)$/.exec(link) ?? [];
  const preview = await readPreview(store, 'production', id, production.trusted);
  expect(preview?.remotes).toContainEqual(expect.objectContaining({ app: 'mf-a', version: '1.1.0' }));
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(25);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(await runOk('gc --keep-days 0')).toBe('  4 releases remain');
});

test('staff-link prints a link with an expiry date', async () => {
  const { runJson } = await createLiveShop();
  const { link, id, expiresAt } = await runJson('staff-link --ttl 2d --shop-url https://shop.example');
  expect(link).toBe(`https://shop.example/-/staff/${id}`);
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(2, 1);
});

test.each(['preview mf-a@1.1.0', 'staff-link', 'promote mf-a@1.1.0 --wait'])(
  '%s signs nothing when SHOP_URL is invalid',
  async (line) => {
    const { run, store, production } = await createLiveShop();
    const { SHOP_URL = '' } = process.env;
    process.env.SHOP_URL = 'shop.example';
    try {
      expect(await run(line)).toMatchObject({
        exitCode: 1,
        output: 'SHOP_URL is "shop.example": give an absolute address such as https://shop.example.',
      });
    } finally {
      process.env.SHOP_URL = SHOP_URL;
    }
    expect([...(await store.list('preview/')), ...(await store.list('staff/'))]).toEqual([]);
    expect((await readLive(production)).head.seq).toBe(1);
  },
);
