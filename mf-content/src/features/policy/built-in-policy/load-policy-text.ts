import type { PolicySlug } from '@shop/remote-contract/urls';
import type { PolicyText } from './policy-text';

/** Each text is a chunk of its own: whoever reads one policy does not load six. */
const loaders: Readonly<Record<PolicySlug, () => Promise<PolicyText>>> = {
  terms: async () => (await import(/* webpackChunkName: "text-terms" */ './texts/terms')).terms,
  privacy: async () => (await import(/* webpackChunkName: "text-privacy" */ './texts/privacy')).privacy,
  refund: async () => (await import(/* webpackChunkName: "text-refund" */ './texts/refund')).refund,
  return: async () => (await import(/* webpackChunkName: "text-return" */ './texts/return')).returnAndCancellation,
  shipping: async () => (await import(/* webpackChunkName: "text-shipping" */ './texts/shipping')).shipping,
  about: async () => (await import(/* webpackChunkName: "text-about" */ './texts/about')).about,
};

const texts = new Map<PolicySlug, Promise<PolicyText | null>>();

/**
 * The built-in text of a policy.
 *
 * @returns The same promise for the same slug, so that React can wait on it; null when the chunk did not arrive.
 */
export function loadPolicyText(slug: PolicySlug): Promise<PolicyText | null> {
  const known = texts.get(slug);
  if (known) return known;
  const text = loaders[slug]().catch(() => null);
  texts.set(slug, text);
  return text;
}

/** Lets the next `loadPolicyText` try again. Not done by itself: React would wait and ask again without end. */
export function forgetPolicyText(slug: PolicySlug): void {
  texts.delete(slug);
}
