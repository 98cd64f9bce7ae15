import type { PolicySlug } from '@shop/remote-contract/urls';

/** What is said about a policy before its text has come. */
export interface PolicyName {
  title: string;
  /** Under the title and for search engines. It promises nothing: the store may have a text of its own. */
  description: string;
}

/** The policies there are, by slug. Specification 2 "Policy pages". */
export const policyNames: Readonly<Record<PolicySlug, PolicyName>> = {
  terms: {
    title: 'Terms of Service',
    description: 'What you can expect of us, and we of you, when you use this shop.',
  },
  privacy: {
    title: 'Privacy Policy',
    description: 'What we know about you, why, and how you stay in charge of it.',
  },
  refund: {
    title: 'Refund Policy',
    description: 'When you get your money back, how, and how long it takes.',
  },
  return: {
    title: 'Return and Cancellation Policy',
    description: 'How to send something back, or call off an order.',
  },
  shipping: {
    title: 'Shipping Policy',
    description: 'Where we deliver, how long it takes, and what happens when something goes wrong.',
  },
  about: {
    title: 'About Us',
    description: 'Who we are, and what we look for in the things we sell.',
  },
};

const policySlugs = Object.keys(policyNames) as PolicySlug[];

/** Narrows the path's parameter. Everything else is unknown or reserved for another screen, and is not found. */
export function isPolicySlug(slug: string | undefined): slug is PolicySlug {
  return policySlugs.some((known) => known === slug);
}
