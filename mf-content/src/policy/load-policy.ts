import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { isRecord } from '@shop/api-contract/decoders/values';
import { getLanguagePrefix, sourceLanguage } from '@shop/remote-contract/languages';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { type BuiltInText, loadBuiltInText } from './built-in-texts';
import { type CompanyDetails, fillPlaceholders, getCompanyDetails } from './company-placeholders';
import { policyNames } from './policy-slugs';
import type { PolicySectionLink } from './sanitise-policy';

/** The text of a policy: the built-in text, or the sanitised text of the store. */
export interface LoadedPolicy {
  /** HTML that is safe to insert into the page. */
  html: string;
  sections: PolicySectionLink[];
  /** BCP 47 tag of the text. Absent when it is in the language of the page. */
  lang?: string;
}

export interface PolicySource {
  slug: PolicySlug;
  /** BCP 47 tag of the page. */
  language: string;
  /** Text of the store for this policy: untrusted HTML. Absent when the store has none. */
  html?: string | undefined;
  /** BCP 47 tag of `html`. Default: English. */
  htmlLanguage?: string;
  /** Details of the company. Absent when store information does not load. */
  info?: StoreInfo | undefined;
}

/**
 * Creates the text of a policy: the text of the store, else the built-in text. A text without visible content counts as
 * missing. Interpretation 29. This module is a chunk that no first load needs.
 *
 * @throws when the chunk of the sanitiser or of the built-in texts fails to load.
 */
export async function loadPolicy({
  slug,
  language,
  html,
  htmlLanguage = sourceLanguage,
  info,
}: PolicySource): Promise<LoadedPolicy> {
  const company = getCompanyDetails(info);
  const getLang = (textLanguage: string) => (textLanguage === language ? {} : { lang: textLanguage });
  if (html) {
    const { sanitisePolicy } = await import(/* webpackChunkName: "policy-sanitiser" */ './sanitise-policy');
    const { isEmpty, ...sanitised } = sanitisePolicy({ title: policyNames[slug].title, html, company });
    if (!isEmpty) return { ...sanitised, ...getLang(htmlLanguage) };
  }
  const builtIn = await loadBuiltInText(language, slug);
  const filled = fillBuiltInText(builtIn, company, getLanguagePrefix(language), info?.deliveryDays);
  return { ...filled, ...getLang(builtIn.language) };
}

/**
 * Reads the text of a policy from a response of `GET /storeInfo`, whose slugs can have any case. Undefined when the response has
 * none.
 */
export function readPolicyText(body: unknown, slug: PolicySlug): string | undefined {
  const texts = isRecord(body) && isRecord(body.policies) ? Object.entries(body.policies) : [];
  const [, text] = texts.find(([name]) => name.trim().toLowerCase() === slug) ?? [];
  return typeof text === 'string' ? text.trim() : undefined;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * @param prefix Beginning of the addresses of the page's language. A link with `hreflang` leads to a page in another language.
 * @param deliveryDays Days that store information announces. Default: those of specification 9 "Delivery and refund ranges".
 */
function fillBuiltInText(
  { policy, contact, language }: BuiltInText,
  details: CompanyDetails,
  prefix: string,
  { min, max }: NonNullable<StoreInfo['deliveryDays']> = { min: 0, max: 7 },
): LoadedPolicy {
  const entries = Object.entries(details).map(([name, detail]) => [name, escapeHtml(detail)]);
  const company = Object.fromEntries(entries) as CompanyDetails;
  const headings = policy.matchAll(/<h2 id="(?<id>[^"]+)">(?<heading>[^<]+)<\/h2>/g);
  const html = policy
    .replace('{{contact}}', () => fillContact(contact, company))
    .replace('{{deliveryDays}}', [...new Set([min, max])].join('-'))
    .replaceAll('<a href="/', `<a href="${prefix}/`)
    .replaceAll('<h2 ', '<h2 tabindex="-1" ');
  return {
    html: fillPlaceholders(html, language === sourceLanguage ? company : markAsEnglish(company)),
    sections: [...headings].map(({ groups: { id = '', heading = '' } = {} }) => ({ id, heading })),
  };
}

/** Marks the language of the details that a screen reader reads out. The others are in attributes too. */
function markAsEnglish(company: CompanyDetails): CompanyDetails {
  const mark = (detail: string) => `<span lang="${sourceLanguage}">${detail}</span>`;
  return { ...company, companyName: mark(company.companyName), companyAddress: mark(company.companyAddress) };
}

/** Fills the links of the contact details. The defaults are placeholders, so they show as text without a link. */
function fillContact(text: string, { companyEmail, companyPhone }: CompanyDetails): string {
  const email = companyEmail.includes('@') ? '<a href="mailto:{{companyEmail}}">{{companyEmail}}</a>' : companyEmail;
  const phone = /\d/.test(companyPhone)
    ? `<a href="tel:${companyPhone.replace(/\s/g, '')}">{{companyPhone}}</a>`
    : companyPhone;
  return text.replace('{{emailLink}}', () => email).replace('{{phoneLink}}', () => phone);
}
