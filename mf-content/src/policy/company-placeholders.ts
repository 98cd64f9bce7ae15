import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

/** Details of the company in a policy. Every detail has a default; the default of the logo is empty. */
export type CompanyDetails = Readonly<
  Record<'companyName' | 'companyAddress' | 'companyPhone' | 'companyEmail' | 'companyLogoUrl', string>
>;

/** Exact defaults for details that store information does not have. Specification 2 "Policy pages". */
const defaults: CompanyDetails = {
  companyName: 'Company Name',
  companyAddress: 'Company Address',
  companyPhone: 'Phone Number',
  companyEmail: '{email}',
  companyLogoUrl: '',
};

/** Returns the details of the company: the defaults when store information does not load. */
export function getCompanyDetails(info: StoreInfo | undefined): CompanyDetails {
  if (!info) return defaults;
  return {
    companyName: info.companyName || defaults.companyName,
    companyAddress: info.companyAddress || defaults.companyAddress,
    companyPhone: info.companyPhone || defaults.companyPhone,
    companyEmail: info.companyEmail || defaults.companyEmail,
    companyLogoUrl: /^https?:\/\//i.test(info.companyLogoUrl) ? info.companyLogoUrl : defaults.companyLogoUrl,
  };
}

/**
 * Further spellings of each placeholder. Some texts of stores contain the documented defaults themselves.
 *
 * @see Interpretation 29
 */
const spellings: Readonly<Record<keyof CompanyDetails, readonly string[]>> = {
  companyName: ['[Company Name]', 'Company Name'],
  companyAddress: ['[Company Address]', 'Company Address'],
  companyPhone: ['[Company Phone]', '[Phone Number]', 'Phone Number'],
  companyEmail: ['[Company Email]', '[Email]', '{{email}}', '{email}'],
  companyLogoUrl: ['[Company Logo URL]', '[Company Logo Url]', '[Company Logo]'],
};

const details = Object.keys(spellings) as (keyof CompanyDetails)[];
const detailBySpelling = new Map(details.flatMap((detail) => spellings[detail].map((text) => [text, detail] as const)));

const escapeBrackets = (text: string) => text.replace(/[[\]{}]/g, '\\$&');
const names = details.join('|');
/** Longer spellings come first, so that a match includes the brackets. */
const placeholder = new RegExp(
  [
    `\\{\\{\\s*(${names})\\s*\\}\\}`,
    `\\{\\s*(${names})\\s*\\}`,
    ...[...detailBySpelling.keys()].map((text) => (/^\w/.test(text) ? `\\b${text}\\b` : escapeBrackets(text))),
  ].join('|'),
  'g',
);

/**
 * Replaces `{{companyName}}`, `{companyName}`, `[Company Name]` and the documented defaults with details of the company.
 * All replacements happen in one pass, so that placeholders inside a detail stay text.
 *
 * @param text Plain text, never HTML. The caller escapes the result, as React and text nodes do.
 * @example fillPlaceholders('Write to {{companyEmail}}.', company) // 'Write to care@tamra.example.'
 */
export function fillPlaceholders(text: string, company: CompanyDetails): string {
  return text.replace(placeholder, (found: string, double?: keyof CompanyDetails, single?: keyof CompanyDetails) => {
    const detail = double ?? single ?? detailBySpelling.get(found);
    return detail ? company[detail] : found;
  });
}
