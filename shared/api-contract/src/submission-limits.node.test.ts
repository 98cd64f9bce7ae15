import { Check } from 'typebox/value';
import { RegistrationJson } from './schemas/user';
import { isLongEnoughName, isLongEnoughPassword } from './submission-limits';

/** Zero-width space, and the joiner of letters and emojis. */
const [zeroWidth, joiner] = ['\u200b', '\u200d'];

it.each([
  ['Al', true],
  ['A', false],
  ['श्री', true],
  ['अ', false],
  ['😀', false],
  ['😀😀', true],
  [`👩${joiner}🍳`, true],
  [zeroWidth.repeat(2), false],
  [`A${zeroWidth}`, false],
  [`A${joiner}B`, true],
  ['\u2800\u3164', false],
  [' A ', false],
  ['', false],
])('tells whether the name %j is long enough: %p', (name, isLongEnough) => {
  expect(isLongEnoughName(name)).toBe(isLongEnough);
});

it.each([
  ['123456', true],
  ['12345', false],
  ['😀😀😀', false],
  ['😀😀😀😀😀😀', true],
  ['      ', true],
  ['', false],
])('tells whether the password %j is long enough: %p', (password, isLongEnough) => {
  expect(isLongEnoughPassword(password)).toBe(isLongEnough);
});

it.each([
  { firstName: 'Al', password: '123456' },
  { firstName: '㎏', password: '123456' },
  { firstName: '😀', password: '123456' },
  { firstName: 'Al', password: '😀😀😀' },
  { firstName: '😀😀', password: '😀😀😀😀😀😀' },
  { firstName: `👩${joiner}🍳`, password: 'क्षत्रिय' },
])('counts the characters of %j as the schema of the API does', ({ firstName, password }) => {
  const registration = { email: 'asha@example.com', lastName: 'Rao', firstName, password };
  const isComplete = isLongEnoughName(firstName) && isLongEnoughPassword(password);
  expect(Check(RegistrationJson, registration)).toBe(isComplete);
});
