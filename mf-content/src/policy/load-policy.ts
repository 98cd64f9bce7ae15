import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { getCompanyDetails } from './company-placeholders';
import { policyNames } from './policy-slugs';
import type { PolicyText } from './policy-text';
import type { PolicySectionLink, SanitisedPolicy } from './sanitise-policy';

/** The text of a policy: the built-in text, or the sanitised text of the store. */
export type LoadedPolicy =
  | { kind: 'built-in'; text: PolicyText }
  | { kind: 'store'; html: string; sections: PolicySectionLink[] };

/** Each text is a separate chunk. */
const builtInTexts: Readonly<Record<PolicySlug, () => Promise<PolicyText>>> = {
  terms: async () => (await import(/* webpackChunkName: "text-terms" */ './texts/terms')).terms,
  privacy: async () => (await import(/* webpackChunkName: "text-privacy" */ './texts/privacy')).privacy,
  refund: async () => (await import(/* webpackChunkName: "text-refund" */ './texts/refund')).refund,
  return: async () => (await import(/* webpackChunkName: "text-return" */ './texts/return')).returnAndCancellation,
  shipping: async () => (await import(/* webpackChunkName: "text-shipping" */ './texts/shipping')).shipping,
  about: async () => (await import(/* webpackChunkName: "text-about" */ './texts/about')).about,
};

/**
 * Loads the text of a policy: the text of the store, else the built-in text. A text without visible content counts as
 * missing. Interpretation 29.
 *
 * @param html Text of the store for this policy: untrusted HTML. Undefined when the store has none.
 * @param info Details of the company; undefined when store information does not load.
 * @throws when a chunk fails to load.
 */
export async function loadPolicy(
  slug: PolicySlug,
  html: string | undefined,
  info: StoreInfo | undefined,
): Promise<LoadedPolicy> {
  if (html) {
    const { html: sanitised, sections, isEmpty } = await sanitise(slug, html, info);
    if (!isEmpty) return { kind: 'store', html: sanitised, sections };
  }
  return { kind: 'built-in', text: await builtInTexts[slug]() };
}

async function sanitise(slug: PolicySlug, html: string, info: StoreInfo | undefined): Promise<SanitisedPolicy> {
  const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
  return sanitisePolicy({ title: policyNames[slug].title, html, company: getCompanyDetails(info) });
}
