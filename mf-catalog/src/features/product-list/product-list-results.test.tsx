import { translateTexts } from '@shop/testing/translate-texts';
import { render } from '@testing-library/react';
import { parseProductListAddress } from './product-list-address';
import { ResultCount } from './product-list-results';

const search = '?q=kurta';
const list = '?category=men';

/** An address and the number of products there. */
type Shown = readonly [query: string, total: number];

it.each<[title: string, before: Shown, after: Shown, text: string]>([
  ['another search', [search, 9], ['?q=saree', 12], '12 products'],
  ['a search without products', [search, 9], ['?q=x', 0], ''],
  ['an order', [search, 9], [`${search}&sort=price-asc`, 9], '9 products. Sort by: Price: low to high'],
  [
    'another order',
    [`${search}&sort=price-asc`, 9],
    [`${search}&sort=discount`, 9],
    '9 products. Sort by: Biggest discount',
  ],
  ['a filter', [list, 30], [`${list}&colour=Red`, 4], '4 products'],
  [
    'a filter of a sorted list',
    [`${list}&sort=price-asc`, 30],
    [`${list}&sort=discount&colour=Red`, 4],
    '4 products. Sort by: Biggest discount',
  ],
  ['a list without filters', [`${list}&colour=Red`, 4], [list, 30], ''],
])('shows the number of products of %s in a page that the browser translates', (_title, before, after, text) => {
  const show = ([query, total]: Shown) => (
    <ResultCount
      state={{ kind: 'ready', products: [], page: 1, total, isUpdating: false }}
      address={parseProductListAddress(new URLSearchParams(query), query.includes('q='))}
    />
  );
  const { container, rerender } = render(show(before));
  translateTexts(container);
  rerender(show(after));
  expect(container.textContent).toBe(text);
});
