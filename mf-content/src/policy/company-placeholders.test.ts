import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { aStoreInfo } from '@shop/testing/builders';
import { fillPlaceholders, getCompanyDetails } from './company-placeholders';

const company = getCompanyDetails(aStoreInfo() as StoreInfo);
const unknownCompany = getCompanyDetails(undefined);

it.each([
  ['{{companyName}}', 'Tamra Home Private Limited'],
  ['{{ companyName }}', 'Tamra Home Private Limited'],
  ['{companyName}', 'Tamra Home Private Limited'],
  ['[Company Name]', 'Tamra Home Private Limited'],
  ['Company Name', 'Tamra Home Private Limited'],
  ['{{companyAddress}}', '14 Lavelle Road, Bengaluru 560001'],
  ['[Company Address]', '14 Lavelle Road, Bengaluru 560001'],
  ['{{companyEmail}}', 'care@tamra.example'],
  ['[Company Email]', 'care@tamra.example'],
  ['{email}', 'care@tamra.example'],
  ['{{companyPhone}}', '+91 80 4000 1234'],
  ['[Company Phone]', '+91 80 4000 1234'],
  ['Phone Number', '+91 80 4000 1234'],
  ['{{companyLogoUrl}}', 'http://localhost:8044/media/logo.svg'],
  ['[Company Logo URL]', 'http://localhost:8044/media/logo.svg'],
])('replaces %s with %s at any position [2.policy-05 R.29-3]', (spelling, detail) => {
  expect(fillPlaceholders(spelling, company)).toBe(detail);
  expect(fillPlaceholders(`a ${spelling}, b (${spelling})`, company)).toBe(`a ${detail}, b (${detail})`);
});

it('leaves other text unchanged', () => {
  const text = 'The Phone Numbers of {somebody}, {{other}}, [Company], company name, { } and $1';
  expect(fillPlaceholders(text, company)).toBe(text);
});

it('uses the documented defaults for missing details [2.policy-07]', () => {
  const text = '{{companyName}} / {{companyAddress}} / {{companyPhone}} / {{companyEmail}} / {{companyLogoUrl}}';
  const defaults = 'Company Name / Company Address / Phone Number / {email} / ';
  expect(fillPlaceholders(text, unknownCompany)).toBe(defaults);
  const blank = { companyName: '', companyAddress: '', companyPhone: '', companyEmail: '', companyLogoUrl: '' };
  expect(fillPlaceholders(text, getCompanyDetails(aStoreInfo(blank) as StoreInfo))).toBe(defaults);
});

it('does not replace placeholders inside a detail', () => {
  const info = aStoreInfo({ companyName: '{{companyEmail}} $& Company Address' }) as StoreInfo;
  expect(fillPlaceholders('{companyName}!', getCompanyDetails(info))).toBe('{{companyEmail}} $& Company Address!');
});

it.each(['javascript:alert(1)', 'data:image/svg+xml,x', '/logo.svg', '//elsewhere.example/x.svg'])(
  'ignores the logo URL %s',
  (companyLogoUrl) => {
    expect(getCompanyDetails(aStoreInfo({ companyLogoUrl }) as StoreInfo).companyLogoUrl).toBe('');
  },
);
