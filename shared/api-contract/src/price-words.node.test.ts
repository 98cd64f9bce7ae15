import { readPriceWords } from './price-words';

it.each([
  ['saree under 5000', { q: 'saree', maxPrice: 5000 }],
  ['under ₹500', { q: '', maxPrice: 500 }],
  ['Below 1,000 kadhai', { q: 'kadhai', maxPrice: 1000 }],
  ['saree ₹500-1000', { q: 'saree', minPrice: 500, maxPrice: 1000 }],
  ['saree Rs. 1,000 – Rs. 500', { q: 'saree', minPrice: 500, maxPrice: 1000 }],
  ['500 to 1000 rupees kurta', { q: 'kurta', minPrice: 500, maxPrice: 1000 }],
  ['saree 5000 se kam', { q: 'saree', maxPrice: 5000 }],
  ['5000 rs se kam wali saree', { q: 'saree', maxPrice: 5000 }],
  ['500 ke andar kadhai', { q: 'kadhai', maxPrice: 500 }],
  ['साड़ी ५००० से कम', { q: 'साड़ी', maxPrice: 5000 }],
  ['₹५०० तक की कड़ाही', { q: 'कड़ाही', maxPrice: 500 }],
  ['कीमत 2000 से ज़्यादा साड़ी', { q: 'साड़ी', minPrice: 2000 }],
  ['500 से 1000 रुपये के बीच साड़ी', { q: 'साड़ी', minPrice: 500, maxPrice: 1000 }],
  ['500 se 1000 tak kurta', { q: 'kurta', minPrice: 500, maxPrice: 1000 }],
  ['over 2000', { q: '', minPrice: 2000 }],
  ['saree 2000 or more', { q: 'saree', minPrice: 2000 }],
  ['2000 se zyada', { q: '', minPrice: 2000 }],
  ['between 500 and 1000', { q: '', minPrice: 500, maxPrice: 1000 }],
  ['tawa from 1000 to 500', { q: 'tawa', minPrice: 500, maxPrice: 1000 }],
  ['saree over 2000 and under 5,000', { q: 'saree', minPrice: 2000, maxPrice: 5000 }],
  ['saree under 5000 but above 2000', { q: 'saree', minPrice: 2000, maxPrice: 5000 }],
  ['not more than 500', { q: '', maxPrice: 500 }],
  ['gift for less than Rs.500/-', { q: 'gift', maxPrice: 500 }],
  ['saree price under 5k only', { q: 'saree', maxPrice: 5000 }],
  ['saree under 1 lakh', { q: 'saree', maxPrice: 100_000 }],
  ['saree under ₹1.5 Lakhs', { q: 'saree', maxPrice: 150_000 }],
  ['kurta under 2 thousand', { q: 'kurta', maxPrice: 2000 }],
  ['kadhai below 5 hundred', { q: 'kadhai', maxPrice: 500 }],
  ['necklace above 1 lac rupees', { q: 'necklace', minPrice: 100_000 }],
  ['under 2 crore', { q: '', maxPrice: 20_000_000 }],
  ['saree 2 hazar se kam', { q: 'saree', maxPrice: 2000 }],
  ['kadhai 5 sau tak', { q: 'kadhai', maxPrice: 500 }],
  ['साड़ी ₹1 लाख तक', { q: 'साड़ी', maxPrice: 100_000 }],
  ['साड़ी २ हज़ार से कम', { q: 'साड़ी', maxPrice: 2000 }],
  ['साड़ी 2 हजार रुपये से कम', { q: 'साड़ी', maxPrice: 2000 }],
  ['कड़ाही 5 सौ तक', { q: 'कड़ाही', maxPrice: 500 }],
  ['1 करोड़ से कम', { q: '', maxPrice: 10_000_000 }],
  ['between 1 and 2 lakh', { q: '', minPrice: 100_000, maxPrice: 200_000 }],
  ['kurta 1-2k tak', { q: 'kurta', minPrice: 1000, maxPrice: 2000 }],
  ['under 500 lac bangles', { q: 'lac bangles', maxPrice: 500 }],
  ['between 500 and 1 lakh', { q: '', minPrice: 500, maxPrice: 100_000 }],
  ['24cm tawa under 999.50', { q: '24cm tawa', maxPrice: 999.5 }],
  ['kurta under 500 m', { q: 'kurta m', maxPrice: 500 }],
  ['UNDER 500, red', { q: 'red', maxPrice: 500 }],
  ['lamp <500', { q: 'lamp', maxPrice: 500 }],
])('reads the prices of %j', (text, expected) => {
  expect(readPriceWords(text)).toEqual(expected);
});

it.each([
  'saree',
  '24cm',
  'kurta 5000 ml',
  'bottle under 500 ml',
  'bottle under 5 hundred ml',
  'under 1 lakh - 2 lakh',
  'tawa below 24cm',
  'lid under 24 cm',
  'tray between 20 and 30 cm',
  'toys under 5 years',
  'under 50% off',
  'pullover 2000',
  'brand 500',
  'No 500-1000',
  'set 5000',
  '₹500',
  'under',
  'under 1,0,0',
  'under 99999999999',
  '5 litre se kam',
  '2 hazar 5 sau se kam',
  'under 1 lakh 50 thousand',
])('reads no price in %j', (text) => {
  expect(readPriceWords(text)).toEqual({ q: text });
});

it('leaves no price in the words', () => {
  for (const text of ['under under 500 300', '₹100-200 ₹300-400', 'for 5 for under 6 se kam']) {
    const { q } = readPriceWords(text);
    expect(readPriceWords(q)).toEqual({ q });
  }
});
