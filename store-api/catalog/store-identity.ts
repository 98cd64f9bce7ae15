import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import { packageRoot } from '../src/package-root';
import { seedCatalog } from './seed-catalog';

const policyFolder = join(packageRoot, 'catalog/policies');

/** Reads the policies of the shop that a folder has, by slug. */
function readPolicies(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Translations of the policies of the shop, by language and slug. Each language is a folder. */
export const policyTranslations: Readonly<Record<string, Record<string, string>>> = Object.fromEntries(
  readdirSync(policyFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, readPolicies(join(policyFolder, name))]),
);

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
  policies: readPolicies(policyFolder),
  translatedPolicies: Object.fromEntries(
    Object.entries(policyTranslations).map(([language, texts]) => [language, Object.keys(texts)]),
  ),
  // As the shipping policy says.
  deliveryDays: { min: 0, max: 7 },
};

/** Payee of UPI links in the sandbox. Its bank does not exist, so that a demo moves no money. */
export const sandboxUpiPayee = 'tamrateak@examplebank';
