import { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import { Check } from 'typebox/value';
import { openTestDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describe('GET /storeInfo', () => {
  const store = useTestStore(openTestDatabase);

  it('returns the store information as the body, with cache headers', async () => {
    const response = await store.get('/storeInfo');
    const info = response.json<StoreInfoJson>();
    expect(Check(StoreInfoJson, info)).toBe(true);
    expect(response.headers['cache-control']).toMatch(/^public/);
    expect(info.categories.slice(0, 3)).toEqual(['Cookware', 'Kitchen Storage and Containers', 'Kitchen Tools']);
    expect(Object.keys(info.socialLinks).sort()).toEqual(['facebook', 'instagram', 'twitter']);
    expect(info.companyEmail).toMatch(/\.example$/);
  });

  it('contains the policies about and shipping with known placeholders only', async () => {
    const { policies, deliveryDays } = (await store.get('/storeInfo')).json<StoreInfoJson>();
    expect(Object.keys(policies).sort()).toEqual(['about', 'shipping']);
    const known = ['{{companyName}}', '{{companyAddress}}', '{{companyEmail}}', '{{companyPhone}}'];
    for (const html of Object.values(policies)) {
      expect(new Set(html.match(/\{\{\w+\}\}/g))).toEqual(new Set(known));
    }
    expect(policies.shipping).toMatch(/0-7 working days[\s\S]*10-15 business days/);
    expect(deliveryDays).toEqual({ min: 0, max: 7 });
  });

  it('returns policies in the language of the parameter, where it announces translations', async () => {
    const english = (await store.get('/storeInfo')).json<StoreInfoJson>();
    const hindi = (await store.get('/storeInfo?lang=hi')).json<StoreInfoJson>();
    const { hi: slugs = [] } = english.translatedPolicies ?? {};
    expect([...slugs].sort()).toEqual(Object.keys(english.policies).sort());
    expect({ ...hindi, policies: english.policies }).toEqual(english);
    for (const slug of slugs) {
      const [text, translation] = [english.policies[slug] ?? '', hindi.policies[slug] ?? ''];
      expect(translation).toMatch(/\p{Script=Devanagari}/u);
      for (const pattern of [/\{\{\w+\}\}/g, /<h2>/g, /\d+/g])
        expect([slug, (translation.match(pattern) ?? []).sort()]).toEqual([slug, (text.match(pattern) ?? []).sort()]);
    }
    expect((await store.get('/storeInfo?lang=toString')).json()).toEqual(english);
  });

  it('lists only categories that contain products', async () => {
    const { categories } = (await store.get('/storeInfo')).json<StoreInfoJson>();
    for (const category of categories) {
      const { count } = (await store.get(`/products?category=${encodeURIComponent(category.toLowerCase())}`)).json();
      expect(count).toBeGreaterThanOrEqual(6);
    }
  });
});
