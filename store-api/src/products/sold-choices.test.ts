import type { StoredAttribute } from '../database/schema';
import { listSoldChoices } from './sold-choices';

const sizes = { key: 'size', value: ['S', 'L'] };
const colors = { key: 'color', value: ['Silver', 'Gold'] };
const pairs = [
  { size: 'S', color: 'Gold' },
  { size: 'L', color: 'Silver' },
];

it.each<[string, StoredAttribute[], string[], object[] | undefined]>([
  ['some of the pairs', [sizes, colors], ['S / Gold', 'L / Silver'], pairs],
  ['an option that is neither size nor colour', [colors, sizes], ['Gold / Brass / S', 'Silver / Tin / L'], pairs],
  ['an option of several values of a pair', [sizes, colors], ['S / Gold / A', 'S / Gold / B', 'L / Silver / A'], pairs],
  ['each pair', [sizes, colors], ['S / Silver', 'S / Gold', 'L / Silver', 'L / Gold'], undefined],
  [
    'a variant without a colour',
    [sizes, colors],
    ['S / Silver', 'S / Gold', 'L'],
    [{ size: 'S', color: 'Silver' }, { size: 'S', color: 'Gold' }, { size: 'L' }],
  ],
  [
    'a value with the separator',
    [{ key: 'size', value: ['S / M', 'L'] }, colors],
    ['S / M / Gold', 'L / Silver'],
    [
      { size: 'S / M', color: 'Gold' },
      { size: 'L', color: 'Silver' },
    ],
  ],
  [
    'another option of the same values',
    [
      { key: 'size', value: ['32', '34'] },
      { key: 'color', value: ['Blue', 'Black'] },
    ],
    ['32 / 34 / Blue', '34 / 32 / Black', '34 / 34 / Black'],
    [
      { size: '32', color: 'Blue' },
      { size: '34', color: 'Black' },
    ],
  ],
  [
    'choices that lack a size',
    [{ key: 'size', value: ['S', 'L', 'XL'] }, colors],
    ['S / Gold', 'L / Silver'],
    undefined,
  ],
  ['sizes only', [sizes], ['S', 'L'], undefined],
  ['no options', [], [], undefined],
  ['a row of an earlier release', [sizes, colors], [], undefined],
])('lists what is sold of a product with %s', (_case, attributes, choices, expected) => {
  expect(listSoldChoices({ attributes, choices })).toEqual(expected);
});
