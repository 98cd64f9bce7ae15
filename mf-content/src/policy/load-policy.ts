import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { type CompanyDetails, fillPlaceholders, getCompanyDetails } from './company-placeholders';
import { policyNames } from './policy-slugs';
import type { PolicySectionLink } from './sanitise-policy';
import about from './texts/about.html';
import privacy from './texts/privacy.html';
import refund from './texts/refund.html';
import returnAndCancellation from './texts/return.html';
import shipping from './texts/shipping.html';
import terms from './texts/terms.html';

/** The text of a policy: the built-in text, or the sanitised text of the store. */
export interface LoadedPolicy {
  /** HTML that is safe to insert into the page. */
  html: string;
  sections: PolicySectionLink[];
}

/** HTML with the placeholders of `fillPlaceholders`, and `{{contact}}` for the contact details of the company. */
const builtInTexts: Readonly<Record<PolicySlug, string>> = {
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
  const company = getCompanyDetails(info);
  if (html) {
    const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
    const { isEmpty, ...sanitised } = sanitisePolicy({ title: policyNames[slug].title, html, company });
    if (!isEmpty) return sanitised;
  }
  return fillBuiltInText(builtInTexts[slug], company);
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function fillBuiltInText(text: string, details: CompanyDetails): LoadedPolicy {
  const entries = Object.entries(details).map(([name, detail]) => [name, escapeHtml(detail)]);
  const company = Object.fromEntries(entries) as CompanyDetails;
  const headings = text.matchAll(/<h2 id="(?<id>[^"]+)">(?<heading>[^<]+)<\/h2>/g);
  return {
    html: fillPlaceholders(text.replace('{{contact}}', formatContact(company)), company).replaceAll(
      '<h2 ',
      '<h2 tabindex="-1" ',
    ),
    sections: [...headings].map(({ groups: { id = '', heading = '' } = {} }) => ({ id, heading })),
  };
}

/** Formats the contact details as HTML. The defaults are placeholders, so they show as text without a link. */
function formatContact({ companyEmail, companyPhone }: CompanyDetails): string {
  const email = companyEmail.includes('@') ? '<a href="mailto:{{companyEmail}}">{{companyEmail}}</a>' : companyEmail;
  const phone = /\d/.test(companyPhone)
    ? `<a href="tel:${companyPhone.replace(/\s/g, '')}">{{companyPhone}}</a>`
    : companyPhone;
  const lines = ['<strong>{{companyName}}</strong>', '{{companyAddress}}', `E-mail: ${email}`, `Phone: ${phone}`];
  return `<address>${[...lines, `<a href="${urls.contact()}">Contact page</a>`].join('<br>')}</address>`;
}
