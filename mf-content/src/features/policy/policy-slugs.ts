import type { PolicySlug } from '@shop/remote-contract/urls';

/** The policies there are, by slug, as their pages are titled. Specification 2 "Policy pages". */
export const policyTitles: Readonly<Record<PolicySlug, string>> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  refund: 'Refund Policy',
  return: 'Return and Cancellation Policy',
  shipping: 'Shipping Policy',
  about: 'About Us',
};

export const policySlugs = Object.keys(policyTitles) as PolicySlug[];

/** Narrows the path's parameter. Everything else is unknown or reserved for another screen, and is not found. */
export function isPolicySlug(slug: string | undefined): slug is PolicySlug {
  return policySlugs.some((known) => known === slug);
}
