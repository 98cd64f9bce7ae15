import * as v from 'valibot';
import { optionalText } from './scalars';
import { isRecord } from './values';

/** Store identity as screens use it. A text that the server omits is empty. Specification 3, "Store info and categories". */
export interface StoreInfo {
  storeName: string;
  companyName: string;
  companyAddress: string;
  companyPhone: string;
  companyEmail: string;
  companyLogoUrl: string;
  description: string;
  /** Names in the server's order. Empty when the server sends none, so that each screen can use its own default. */
  categories: string[];
  /** Lower-case network name to an absolute http or https URL. */
  socialLinks: Record<string, string>;
  /** Slugs of the policies for which the shop has a text of its own. */
  ownPolicies: string[];
  /** Policy slug to untrusted HTML. Absent in the copy that a document hands over: see `loadPolicyTexts` of @shop/store-info. */
  policies?: Record<string, string>;
  /** Slugs of the policies that the API has in a language, by language. Absent for an API without translations. */
  translatedPolicies?: Record<string, string[]>;
  /** Working days until a normal order arrives. `min` is at least 0 and not above `max`. Absent for a shop that announces none. */
  deliveryDays?: { min: number; max: number };
}

function getTextEntries(value: unknown): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' && text.trim() !== '' ? [[key.trim().toLowerCase(), text.trim()] as [string, string]] : [],
  );
}

const translatedPolicies = v.record(v.string(), v.array(v.string()));

function getDeliveryDays(value: unknown): Pick<StoreInfo, 'deliveryDays'> {
  if (!isRecord(value)) return {};
  const [min, max] = [Number(value.min), Number(value.max)];
  const isRange = Number.isInteger(min) && Number.isInteger(max) && min >= 0 && min <= max && max > 0;
  return isRange ? { deliveryDays: { min, max } } : {};
}

const notAnObject = 'The response is not an object.';

const text = v.optional(optionalText, '');

export const storeInfoDecoder = v.pipe(
  v.custom<StoreInfoBody>(isRecord, notAnObject),
  v.looseObject({
    storeName: text,
    companyName: text,
    companyAddress: text,
    companyPhone: text,
    companyEmail: text,
    companyLogoUrl: text,
    description: text,
  }),
  v.transform((json): StoreInfo & Required<Pick<StoreInfo, 'policies'>> => ({
    storeName: json.storeName,
    companyName: json.companyName,
    companyAddress: json.companyAddress,
    companyPhone: json.companyPhone,
    companyEmail: json.companyEmail,
    companyLogoUrl: json.companyLogoUrl,
    description: json.description,
    categories: Array.isArray(json.categories)
      ? json.categories.flatMap((name) => (typeof name === 'string' && name.trim() ? [name.trim()] : []))
      : [],
    socialLinks: Object.fromEntries(getTextEntries(json.socialLinks).filter(([, url]) => /^https?:\/\//i.test(url))),
    ownPolicies: getTextEntries(json.policies).map(([slug]) => slug),
    policies: Object.fromEntries(getTextEntries(json.policies)),
    ...(v.is(translatedPolicies, json.translatedPolicies) && { translatedPolicies: json.translatedPolicies }),
    ...getDeliveryDays(json.deliveryDays),
  })),
);

/** The unchanged response body, for the developer connection test. */
export type StoreInfoBody = Record<string, unknown>;

export const storeInfoBodyDecoder = v.custom<StoreInfoBody>(isRecord, notAnObject);
