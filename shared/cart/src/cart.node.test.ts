import { type CartLine, cartLineKey, countPieces, quantitiesByProduct, sumLines } from './cart-line';
import {
  type CartState,
  cartSlice,
  cleared,
  lineAdded,
  lineRemoved,
  linesRestored,
  orderedRemoved,
  productRemoved,
  quantitySet,
  repriced,
} from './cart-slice';
import { parseCart } from './cart-storage';
import { isChoiceOrderable } from './orderable-choice';

const line = (more: Partial<CartLine> = {}): CartLine => ({
  id: 'a',
  name: 'Kadhai',
  image: '',
  price: 100,
  quantity: 1,
  ...more,
});
const cart = (...lines: CartLine[]): CartState => ({ lines, isRead: true });
const { reducer } = cartSlice;
const max = Number.MAX_SAFE_INTEGER;

describe('lines', () => {
  it('are identified by id, colour and size together [3.cart-02 R.19-1 R.20-3]', () => {
    const keys = [line(), line({ selectedSize: 'M' }), line({ selectedColor: 'M' }), line({ id: 'b' })].map(
      cartLineKey,
    );
    expect(new Set(keys).size).toBe(4);
    expect(cartLineKey(line({ selectedSize: '' }))).toBe(cartLineKey(line()));
  });

  it('give the number of pieces, the sum in rupees and the quantities by product [R.20-1]', () => {
    const lines = [
      line({ quantity: 2, selectedSize: 'M' }),
      line({ quantity: 3, selectedSize: 'L' }),
      line({ id: 'b', price: 0.5 }),
    ];
    expect(countPieces(lines)).toBe(6);
    expect(sumLines(lines)).toBe(500.5);
    expect(quantitiesByProduct(lines)).toEqual({ a: 5, b: 1 });
  });

  it('can have ids that are names of object properties', () => {
    expect(Object.entries(quantitiesByProduct([line({ id: '__proto__', quantity: 2 })]))).toEqual([['__proto__', 2]]);
  });
});

describe('rules', () => {
  it('merge a line of the same id, size and colour by adding quantities [4.cart-01 4.cart-02]', () => {
    const once = reducer(cart(line({ quantity: 2 })), lineAdded(line({ quantity: 3 })));
    expect(once.lines).toEqual([line({ quantity: 5 })]);
    expect(reducer(once, lineAdded(line({ selectedSize: 'M' }))).lines).toHaveLength(2);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'ignore a quantity of %p [4.cart-03 5.cart-01 9.constants-11]',
    (quantity) => {
      const before = cart(line({ quantity: 2 }));
      expect(reducer(before, quantitySet({ id: 'a', quantity }))).toEqual(before);
      expect(reducer(before, lineAdded(line({ quantity })))).toEqual(before);
    },
  );

  it('take any quantity of 1 or more [4.cart-05 9.constants-11]', () => {
    expect(reducer(cart(line()), quantitySet({ id: 'a', quantity: 100_000 })).lines[0]?.quantity).toBe(100_000);
  });

  it.each([
    ['a sum', max, 1],
    ['a sum of two high numbers', max - 1, max],
    ['one number', 0, max + 1],
  ])('keep %s within the integers that storage takes', (_case, before, added) => {
    const stored = before > 0 ? [line({ quantity: before })] : [];
    const { lines } = reducer(cart(...stored), lineAdded(line({ quantity: added })));
    expect(lines).toEqual([line({ quantity: max })]);
    expect(parseCart(JSON.stringify(lines))).toEqual(lines);
    expect(reducer(cart(line()), quantitySet({ id: 'a', quantity: max + 1 })).lines).toEqual(lines);
  });

  it('set the current price of every line of a product', () => {
    const full = cart(line({ selectedSize: 'M' }), line({ selectedSize: 'L' }), line({ id: 'b' }));
    const prices = reducer(full, repriced(new Map([['a', 90.5]]))).lines.map(({ price }) => price);
    expect(prices).toEqual([90.5, 90.5, 100]);
    expect(reducer(full, repriced(new Map()))).toBe(full);
  });

  it('remove one line, every line of a product, or all [4.cart-06 R.19-3]', () => {
    const full = cart(line({ selectedSize: 'M' }), line({ selectedSize: 'L' }), line({ id: 'b' }));
    expect(reducer(full, lineRemoved({ id: 'a', selectedSize: 'M' })).lines).toHaveLength(2);
    expect(reducer(full, productRemoved('a')).lines).toEqual([line({ id: 'b' })]);
    expect(reducer(full, cleared()).lines).toEqual([]);
  });

  it('remove the ordered pieces and no others', () => {
    const ordered = [line({ quantity: 2 }), line({ id: 'b' })];
    const added = [line({ quantity: 5 }), line({ id: 'b' }), line({ selectedSize: 'M' })];
    expect(reducer(cart(...ordered), orderedRemoved(ordered)).lines).toEqual([]);
    expect(reducer(cart(...added), orderedRemoved(ordered)).lines).toEqual([
      line({ quantity: 3 }),
      line({ selectedSize: 'M' }),
    ]);
  });

  it('restore removed lines at their positions, unless they were added again [R.19-4]', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => line({ id }));
    if (!a || !b || !c) throw new Error('three lines');
    const restored = reducer(cart(a, c), linesRestored([{ line: b, position: 1 }]));
    expect(restored.lines).toEqual([a, b, c]);
    expect(reducer(restored, linesRestored([{ line: b, position: 1 }])).lines).toHaveLength(3);
  });
});

describe('isChoiceOrderable', () => {
  const sari = { sizes: ['S', 'M'], colors: ['Red', 'Blue'] };
  const soldChoices = [
    { size: 'S', color: 'Red' },
    { size: 'M', color: 'Blue' },
  ];

  it.each<[string, ...Parameters<typeof isChoiceOrderable>, boolean]>([
    ['takes a size and a colour', sari, { size: 'S', color: 'Blue' }, true],
    ['takes a size without a colour', sari, { size: 'M' }, true],
    ['takes no choice of a product without options', { sizes: [], colors: [] }, {}, true],
    ['takes no choice of a product with colours only', { sizes: [], colors: ['Red'] }, {}, true],
    ['rejects a missing size', sari, { color: 'Red' }, false],
    ['rejects a blank size', sari, { size: '' }, false],
    ['rejects a size that is not sold any more', sari, { size: 'L' }, false],
    ['rejects a size of a product without sizes', { sizes: [], colors: [] }, { size: 'S' }, false],
    ['rejects a colour that is not sold any more', sari, { size: 'S', color: 'Green' }, false],
    ['takes a size and a colour that are sold together', { ...sari, soldChoices }, { size: 'S', color: 'Red' }, true],
    ['rejects a pair that is not sold', { ...sari, soldChoices }, { size: 'S', color: 'Blue' }, false],
  ])('%s', (_case, product, choice, expected) => {
    expect(isChoiceOrderable(product, choice)).toBe(expected);
  });
});

describe('parseCart', () => {
  it.each([
    ['a gift note', { note: 'For Asha', wrap: { paper: 'red' } }],
    ['a field of a newer version', { price: '100', offer: null, version: 9 }],
    ['the name of an object property', JSON.parse('{"__proto__": {"quantity": 7}, "constructor": "x"}')],
  ])('keeps %s, also after a change of the line', (_case, more) => {
    const lines = parseCart(JSON.stringify([{ ...line(), ...more, selectedSize: '', selectedColor: null }]));
    const changed = reducer(cart(...lines), quantitySet({ id: 'a', quantity: 3 })).lines;
    expect(JSON.parse(JSON.stringify(changed))).toEqual([{ ...line({ quantity: 3 }), ...more, price: 100 }]);
  });

  it('keeps valid lines and drops invalid ones [R.21-1]', () => {
    const stored = [
      line({ selectedSize: 'M' }),
      null,
      'x',
      { ...line(), id: '' },
      { ...line(), quantity: 0 },
      { ...line(), quantity: 1.5 },
      { ...line(), price: -1 },
      { ...line(), price: 'free' },
      { id: 7, name: 'Tawa', price: '12.5', quantity: '2', selectedColor: null },
    ];
    expect(parseCart(JSON.stringify(stored))).toEqual([
      line({ selectedSize: 'M' }),
      { id: '7', name: 'Tawa', image: '', price: 12.5, quantity: 2 },
    ]);
  });

  it.each([null, '', '{', '{}', '"x"', 'null', '[[]]'])('reads %p as an empty cart', (text) => {
    expect(parseCart(text)).toEqual([]);
  });

  it('keeps the first of two equal lines', () => {
    expect(parseCart(JSON.stringify([line({ quantity: 2 }), line({ quantity: 9 })]))).toEqual([line({ quantity: 2 })]);
  });
});
