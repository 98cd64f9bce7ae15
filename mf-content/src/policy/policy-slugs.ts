import { text } from '@shop/language/texts';
import { type PolicySlug, policySlugs } from '@shop/remote-contract/urls';

/** Title and description of a policy, which show before its text has loaded. */
export interface PolicyName {
  title: string;
  /** Text under the title and for search engines. It makes no promise, because a store can have its own text. */
  description: string;
}

/** Titles and descriptions of the policies by slug. Specification 2 "Policy pages". */
export const policyNames: Readonly<Record<PolicySlug, PolicyName>> = {
  terms: {
    title: text('Terms of Service'),
    description: text('The rules for using this shop, for you and for us.'),
  },
  privacy: {
    title: text('Privacy Policy'),
    description: text('Which data we use, why we use it, and which rights you have.'),
  },
  refund: {
    title: text('Refund Policy'),
    description: text('When you get a refund, how we pay it, and how long it takes.'),
  },
  return: {
    title: text('Return and Cancellation Policy'),
    description: text('How to return goods or cancel an order.'),
  },
  shipping: {
    title: text('Shipping Policy'),
    description: text('Where we deliver, how long it takes, and what to do when something goes wrong.'),
  },
  about: {
    title: text('About Us'),
    description: text('Who we are, and how we choose our products.'),
  },
};

/** Returns whether a path parameter is a policy. Other values are unknown, or reserved for other screens, and lead to `/404`. */
export function isPolicySlug(slug: string | undefined): slug is PolicySlug {
  return policySlugs.some((policy) => policy === slug);
}
