import type { OrderItem } from '@shop/api-contract/decoders/order';
import type { CartLine } from '@shop/cart/cart-line';
import { isOrderOf } from './ordered-lines';

type Choice = [id: string, quantity: number, size?: string, color?: string];

const toLine = ([id, quantity, size, color]: Choice): CartLine => ({
  id,
  name: 'x',
  image: '',
  price: 1,
  quantity,
  ...(size && { selectedSize: size }),
  ...(color && { selectedColor: color }),
});

const toItem = ([id, quantity, size, color]: Choice): OrderItem => ({
  id,
  name: 'x',
  price: 1,
  quantity,
  ...(size && { size }),
  ...(color && { color }),
});

it.each<[string, Choice[], Choice[], boolean]>([
  ['the same size and colour', [['p1', 2, 'M', 'Red']], [['p1', 2, 'M', 'Red']], true],
  ['another size', [['p1', 2, 'M']], [['p1', 2, 'L']], false],
  ['another colour', [['p1', 2, 'M', 'Red']], [['p1', 2, 'M', 'Blue']], false],
  ['a size where the cart has none', [['p1', 2]], [['p1', 2, 'M']], false],
  [
    'no size beside one with a size',
    [
      ['p1', 1, 'M'],
      ['p2', 1, 'M'],
    ],
    [
      ['p1', 1, 'M'],
      ['p2', 1],
    ],
    false,
  ],
  [
    'its sizes in other numbers',
    [
      ['p1', 1, 'M'],
      ['p1', 2, 'L'],
    ],
    [
      ['p1', 2, 'M'],
      ['p1', 1, 'L'],
    ],
    false,
  ],
  [
    'its sizes in another order',
    [
      ['p1', 1, 'M'],
      ['p1', 2, 'L'],
    ],
    [
      ['p1', 2, 'L'],
      ['p1', 1, 'M'],
    ],
    true,
  ],
  [
    'one size on two lines',
    [['p1', 3, 'M']],
    [
      ['p1', 1, 'M'],
      ['p1', 2, 'M'],
    ],
    true,
  ],
  [
    'no sizes at all, as of an API that stores none',
    [
      ['p1', 1, 'M'],
      ['p1', 2, 'L'],
    ],
    [['p1', 3]],
    true,
  ],
  ['another quantity', [['p1', 2]], [['p1', 3]], false],
  ['another product', [['p1', 2]], [['p2', 2]], false],
  [
    'a further product',
    [['p1', 2]],
    [
      ['p1', 2],
      ['p2', 1],
    ],
    false,
  ],
  [
    'a product less',
    [
      ['p1', 2],
      ['p2', 1],
    ],
    [['p1', 2]],
    false,
  ],
  ['nothing', [['p1', 2]], [], false],
])('compares a cart with an order that has %s', (_case, cart, order, isSame) => {
  expect(isOrderOf(cart.map(toLine), order.map(toItem))).toBe(isSame);
});
