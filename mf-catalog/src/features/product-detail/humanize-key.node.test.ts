import { humanizeKey } from './humanize-key';

it.each([
  ['material', 'Material'],
  ['countryOfOrigin', 'Country of origin'],
  ['net_quantity', 'Net quantity'],
  ['Care Instructions', 'Care instructions'],
  ['MRP', 'MRP'],
  ['--', ''],
])('writes the key %p as %p', (key, label) => {
  expect(humanizeKey(key)).toBe(label);
});
