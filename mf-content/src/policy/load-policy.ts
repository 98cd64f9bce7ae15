import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { getCompanyDetails } from './company-placeholders';
import { policyNames } from './policy-slugs';
import type { PolicyText } from './policy-text';
import type { PolicySectionLink } from './sanitise-policy';
import { about } from './texts/about';
import { privacy } from './texts/privacy';
import { refund } from './texts/refund';
import { returnAndCancellation } from './texts/return';
import { shipping } from './texts/shipping';
import { terms } from './texts/terms';

/** The text of a policy: the built-in text, or the sanitised text of the store. */
export type LoadedPolicy =
  | { kind: 'built-in'; text: PolicyText }
  | { kind: 'store'; html: string; sections: PolicySectionLink[] };

const builtInTexts: Readonly<Record<PolicySlug, PolicyText>> = {
  terms,
  privacy,
  refund,
  return: returnAndCancellation,
  shipping,
  about,
};

/**
 * Loads the text of a policy: the text of the store, else the built-in text. A text without visible content counts as
 * missing. Interpretation 29. This module and the built-in texts are one chunk, which no first load needs.
 *
 * @param html Text of the store for this policy: untrusted HTML. Undefined when the store has none.
 * @param info Details of the company; undefined when store information does not load.
 * @throws when the chunk of the sanitiser fails to load.
 */
export async function loadPolicy(
  slug: PolicySlug,
  html: string | undefined,
  info: StoreInfo | undefined,
): Promise<LoadedPolicy> {
  if (html) {
    const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
    const { title } = policyNames[slug];
    const { isEmpty, ...sanitised } = sanitisePolicy({ title, html, company: getCompanyDetails(info) });
    if (!isEmpty) return { kind: 'store', ...sanitised };
  }
  return { kind: 'built-in', text: builtInTexts[slug] };
}
