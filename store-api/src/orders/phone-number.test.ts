import { getPhoneKey } from './phone-number';

it.each([
  ['+91 98450 12345', '9845012345'],
  ['919845012345', '9845012345'],
  ['09845012345', '9845012345'],
  ['0091-98450-12345', '9845012345'],
  ['9145012345', '9145012345'],
  ['+44 20 7946 0000', undefined],
  ['+91', undefined],
  ['cook@example.com', undefined],
  ['', undefined],
])('returns for the phone number %p the key %p', (text, key) => {
  expect(getPhoneKey(text)).toBe(key);
});
