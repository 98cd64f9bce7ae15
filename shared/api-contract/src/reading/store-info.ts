import * as v from 'valibot';
import { isRecord, optionalText } from './scalars';

/** Store identity as screens use it: texts are empty when the server left them out. Specification 3. */
export interface StoreInfo {
  storeName: string;
  companyName: string;
  companyAddress: string;
  companyPhone: string;
  companyEmail: string;
  companyLogoUrl: string;
  description: string;
  /** Names, in the shop's order; empty when the server sent none, so that each screen can use its own default. */
  categories: string[];
  /** Network name, lower case, to an absolute http(s) address. */
  socialLinks: Record<string, string>;
  /** Policy slug to untrusted HTML. */
  policies: Record<string, string>;
}

function textEntries(value: unknown): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' && text.trim() !== '' ? [[key.trim().toLowerCase(), text.trim()] as [string, string]] : [],
  );
}

const text = v.optional(optionalText, '');

export const storeInfoReading = v.pipe(
  v.custom<StoreInfoBody>(isRecord, 'the answer is not an object'),
  v.looseObject({
    storeName: text,
    companyName: text,
    companyAddress: text,
    companyPhone: text,
    companyEmail: text,
    companyLogoUrl: text,
    description: text,
  }),
  v.transform(
    (wire): StoreInfo => ({
      storeName: wire.storeName,
      companyName: wire.companyName,
      companyAddress: wire.companyAddress,
      companyPhone: wire.companyPhone,
      companyEmail: wire.companyEmail,
      companyLogoUrl: wire.companyLogoUrl,
      description: wire.description,
      categories: Array.isArray(wire.categories)
        ? wire.categories.flatMap((name) => (typeof name === 'string' && name.trim() ? [name.trim()] : []))
        : [],
      socialLinks: Object.fromEntries(textEntries(wire.socialLinks).filter(([, url]) => /^https?:\/\//i.test(url))),
      policies: Object.fromEntries(textEntries(wire.policies)),
    }),
  ),
);

/** Store information as it came, for whoever wants to see it rather than use it. */
export type StoreInfoBody = Record<string, unknown>;

export const storeInfoBodyReading = v.custom<StoreInfoBody>(isRecord, 'the answer is not an object');
