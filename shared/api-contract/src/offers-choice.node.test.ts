import { decodeProducts } from './decoders/product';
import { offersChoice } from './offers-choice';

/** Decodes a product with two sizes, two colours and these sold choices. */
function decodeBangle(soldChoices?: unknown) {
  const attributes = [
    { key: 'size', value: ['S', 'L', '8'] },
    { key: 'color', value: ['Gold', 'Silver'] },
  ];
  const [bangle] = decodeProducts([{ id: 'bangle', title: 'Bangle', attributes, soldChoices }]);
  if (!bangle) throw new Error('The product is not valid.');
  return bangle;
}

const sold = [
  { size: 'S', color: 'Gold' },
  { size: 'L', color: 'Silver' },
  { size: 8, color: null },
];

it.each<[object, unknown, boolean]>([
  [{ size: 'S', color: 'Gold' }, sold, true],
  [{ size: 'S', color: 'Silver' }, sold, false],
  [{ size: 'L', color: 'Gold' }, sold, false],
  [{ size: 'S' }, sold, true],
  [{ color: 'Silver' }, sold, true],
  [{}, sold, true],
  [{ size: '8' }, sold, true],
  [{ size: '8', color: 'Gold' }, sold, false],
  [{ size: 'XL' }, sold, false],
  [{ color: 'gold' }, sold, false],
  [{ size: 'L', color: 'Gold' }, undefined, true],
  [{ size: 'L', color: 'Gold' }, [], true],
  [{ size: 'L', color: 'Gold' }, 'L / Silver', true],
  [{ size: 'XL', color: 'Gold' }, undefined, false],
])('the choice %j of the sold choices %j is offered: %p', (choice, soldChoices, expected) => {
  expect(offersChoice(decodeBangle(soldChoices), choice)).toBe(expected);
});
