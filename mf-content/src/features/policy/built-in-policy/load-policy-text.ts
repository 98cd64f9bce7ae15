import type { PolicySlug } from '@shop/remote-contract/urls';
import type { PolicyText } from './policy-text';

/** Each text is a separate chunk, so that a policy page loads one text only. */
const loaders: Readonly<Record<PolicySlug, () => Promise<PolicyText>>> = {
  terms: async () => (await import(/* webpackChunkName: "text-terms" */ './texts/terms')).terms,
  privacy: async () => (await import(/* webpackChunkName: "text-privacy" */ './texts/privacy')).privacy,
  refund: async () => (await import(/* webpackChunkName: "text-refund" */ './texts/refund')).refund,
  return: async () => (await import(/* webpackChunkName: "text-return" */ './texts/return')).returnAndCancellation,
  shipping: async () => (await import(/* webpackChunkName: "text-shipping" */ './texts/shipping')).shipping,
  about: async () => (await import(/* webpackChunkName: "text-about" */ './texts/about')).about,
};

/** A promise that carries its result after it settles, which tells React's `use` that there is nothing to wait for. */
type SettledPromise<Value> = Promise<Value> & { status?: 'fulfilled'; value?: Value };

const texts = new Map<PolicySlug, Promise<PolicyText | null>>();

/**
 * Loads the built-in text of a policy.
 *
 * @returns The same promise for the same slug, as React's `use` requires. It resolves to null when the chunk fails to load.
 */
export function loadPolicyText(slug: PolicySlug): Promise<PolicyText | null> {
  const known = texts.get(slug);
  if (known) return known;
  const text: SettledPromise<PolicyText | null> = loaders[slug]().catch(() => null);
  void text.then((value) => Object.assign(text, { status: 'fulfilled', value }));
  texts.set(slug, text);
  return text;
}

/**
 * Removes a text from the cache, so that the next `loadPolicyText` loads it again. A failed load stays in the cache until
 * then: without that, React would load and suspend in an endless loop.
 */
export function evictPolicyText(slug: PolicySlug): void {
  texts.delete(slug);
}
