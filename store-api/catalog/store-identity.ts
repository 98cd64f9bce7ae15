import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import { packageRoot } from '../src/package-root';
import { seedCatalog } from './seed-catalog';

const policy = (file: string) => readFileSync(join(packageRoot, 'catalog/policies', `${file}.html`), 'utf8');

/** Translations of the policies of the shop, by language and slug. */
export const policyTranslations: Readonly<Record<string, Record<string, string>>> = {
  hi: { about: policy('hi/about'), shipping: policy('hi/shipping') },
};

/** Store identity. The front end has built-in texts for the other policies. Specification 1 and 2. */
export const storeIdentity: Omit<StoreInfoJson, 'companyLogoUrl'> = {
  storeName: 'Tamra & Teak',
  companyName: 'Tamra & Teak Home Private Limited',
  companyAddress: '14 Lavelle Road, Ashok Nagar, Bengaluru, Karnataka 560001, India',
  companyPhone: '+91 80 4000 1414',
  companyEmail: 'care@tamra-teak.example',
  description:
    'Copper, iron, stone and teak for the Indian kitchen, made by hand in workshops we know by name, with a small wardrobe to go with it.',
  categories: seedCatalog.map(({ name }) => name),
  socialLinks: {
    instagram: 'https://www.instagram.com/tamraandteak',
    facebook: 'https://www.facebook.com/tamraandteak',
    twitter: 'https://twitter.com/tamraandteak',
  },
  policies: { about: policy('about'), shipping: policy('shipping') },
  translatedPolicies: Object.fromEntries(
    Object.entries(policyTranslations).map(([language, texts]) => [language, Object.keys(texts)]),
  ),
  // As the shipping policy says.
  deliveryDays: { min: 0, max: 7 },
};

/** Payee of UPI links in the sandbox. Its bank does not exist, so that a demo moves no money. */
export const sandboxUpiPayee = 'tamrateak@examplebank';
