import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { aStoreInfo } from '@shop/testing/builders';
import { companyDetails, fillPlaceholders } from './company-placeholders';

const company = companyDetails(aStoreInfo() as StoreInfo);
const nobody = companyDetails(undefined);

it.each([
  ['{{companyName}}', 'Tamra Home Private Limited'],
  ['{{ companyName }}', 'Tamra Home Private Limited'],
  ['{companyName}', 'Tamra Home Private Limited'],
  ['[Company Name]', 'Tamra Home Private Limited'],
  ['Company Name', 'Tamra Home Private Limited'],
  ['{{companyAddress}}', '14 Lavelle Road, Bengaluru 560001'],
  ['{companyAddress}', '14 Lavelle Road, Bengaluru 560001'],
  ['[Company Address]', '14 Lavelle Road, Bengaluru 560001'],
  ['Company Address', '14 Lavelle Road, Bengaluru 560001'],
  ['{{companyEmail}}', 'care@tamra.example'],
  ['{companyEmail}', 'care@tamra.example'],
  ['[Company Email]', 'care@tamra.example'],
  ['{email}', 'care@tamra.example'],
  ['{{companyPhone}}', '+91 80 4000 1234'],
  ['{companyPhone}', '+91 80 4000 1234'],
  ['[Company Phone]', '+91 80 4000 1234'],
  ['Phone Number', '+91 80 4000 1234'],
  ['{{companyLogoUrl}}', 'http://localhost:8044/media/logo.svg'],
  ['{companyLogoUrl}', 'http://localhost:8044/media/logo.svg'],
  ['[Company Logo URL]', 'http://localhost:8044/media/logo.svg'],
])('%s stands for %s, wherever it is [2.policy-05 R.29-3]', (spelling, detail) => {
  expect(fillPlaceholders(spelling, company)).toBe(detail);
  expect(fillPlaceholders(`a ${spelling}, b (${spelling})`, company)).toBe(`a ${detail}, b (${detail})`);
});

it('leaves everything else as it is', () => {
  const text = 'The Phone Numbers of {somebody}, {{other}}, [Company], company name, { } and $1';
  expect(fillPlaceholders(text, company)).toBe(text);
});

it('has the documented defaults for what the store leaves out [2.policy-07]', () => {
  const text = '{{companyName}} / {{companyAddress}} / {{companyPhone}} / {{companyEmail}} / {{companyLogoUrl}}';
  const defaults = 'Company Name / Company Address / Phone Number / {email} / ';
  expect(fillPlaceholders(text, nobody)).toBe(defaults);
  const blank = { companyName: '', companyAddress: '', companyPhone: '', companyEmail: '', companyLogoUrl: '' };
  expect(fillPlaceholders(text, companyDetails(aStoreInfo(blank) as StoreInfo))).toBe(defaults);
});

it('does not look again at what was put in', () => {
  const info = aStoreInfo({ companyName: '{{companyEmail}} $& Company Address' }) as StoreInfo;
  expect(fillPlaceholders('{companyName}!', companyDetails(info))).toBe('{{companyEmail}} $& Company Address!');
});

it.each(['javascript:alert(1)', 'data:image/svg+xml,x', '/logo.svg', '//elsewhere.example/x.svg'])(
  'takes no logo from %s',
  (companyLogoUrl) => {
    expect(companyDetails(aStoreInfo({ companyLogoUrl }) as StoreInfo).companyLogoUrl).toBe('');
  },
);
