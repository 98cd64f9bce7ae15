import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

/** What a policy says about the company. Every part but the logo has a default to stand for it. */
export type CompanyDetails = Readonly<
  Record<'companyName' | 'companyAddress' | 'companyPhone' | 'companyEmail' | 'companyLogoUrl', string>
>;

/** What stands where the store says nothing, word for word. Specification 2 "Policy pages". */
const defaults: CompanyDetails = {
  companyName: 'Company Name',
  companyAddress: 'Company Address',
  companyPhone: 'Phone Number',
  companyEmail: '{email}',
  companyLogoUrl: '',
};

/** @param info Store information; without it everything is a default. */
export function companyDetails(info: StoreInfo | undefined): CompanyDetails {
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
 * How a policy may write each detail. The bare defaults are documented, and some stores' texts hold them.
 * Interpretation 29.
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

const escaped = (text: string) => text.replace(/[[\]{}]/g, '\\$&');
const names = details.join('|');
/** Longer spellings come first, so that the brackets go with the words in them. */
const placeholder = new RegExp(
  [
    `\\{\\{\\s*(?<double>${names})\\s*\\}\\}`,
    `\\{\\s*(?<single>${names})\\s*\\}`,
    ...[...detailBySpelling.keys()].map((text) => (/^\w/.test(text) ? `\\b${text}\\b` : escaped(text))),
  ].join('|'),
  'g',
);

/**
 * Puts the company's details in the place of `{{companyName}}`, `{companyName}`, `[Company Name]` and the documented
 * defaults, all in one pass: what was put in is not looked at again.
 *
 * @param text Plain text, never HTML: whoever shows it escapes it, as React and text nodes do.
 */
export function fillPlaceholders(text: string, company: CompanyDetails): string {
  return text.replace(placeholder, (found, ...rest) => {
    const groups = rest.at(-1) as { double?: keyof CompanyDetails; single?: keyof CompanyDetails };
    const detail = groups.double ?? groups.single ?? detailBySpelling.get(found);
    return detail ? company[detail] : found;
  });
}
