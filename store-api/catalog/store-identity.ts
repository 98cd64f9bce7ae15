import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import { packageRoot } from '../src/package-root';
import { seedCatalog } from './seed-catalog';

const policy = (slug: string) => readFileSync(join(packageRoot, 'catalog/policies', `${slug}.html`), 'utf8');

/** Who the shop is. Policies it does not bring are the front end's built-in texts. Specification 1 and 2. */
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
};

/** The payee of UPI links: an address at a bank that does not exist, so that no demo moves money. */
export const upiPayee = { address: 'tamrateak@examplebank', name: 'Tamra & Teak' };
