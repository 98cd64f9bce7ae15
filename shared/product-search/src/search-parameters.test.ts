import { InvalidSearchError, parseSearchParameters, writeSearchParameters } from './search-parameters';

const parse = (query: string) => parseSearchParameters(new URLSearchParams(query));

it('reads every parameter, and ignores empty and unknown ones', () => {
  const query =
    'q=%20tawa%20&category=&minPrice=10.5&maxPrice=900&colour=Red&colour=Blue&size=10&sort=price-asc&page=2&limit=0&x=1';
  expect(parse(query)).toEqual({
    q: 'tawa',
    minPrice: 10.5,
    maxPrice: 900,
    colour: ['Red', 'Blue'],
    size: ['10'],
    sort: 'price-asc',
    page: 2,
    limit: 0,
  });
  expect(parse('')).toEqual({});
});

it('reads prices and numbers as people write them', () => {
  const query = new URLSearchParams({ minPrice: '₹5,000', maxPrice: 'Rs. 1,23,456.50', page: '२', limit: '12\u200b' });
  expect(parse(query.toString())).toEqual({ minPrice: 5000, maxPrice: 123456.5, page: 2, limit: 12 });
});

it('reads the prices in the words, where no parameter gives one', () => {
  expect(parse('q=saree+under+5000')).toEqual({ q: 'saree', maxPrice: 5000 });
  expect(parse('q=saree+between+500+and+1000&maxPrice=800')).toEqual({ q: 'saree', minPrice: 500, maxPrice: 800 });
});

it.each([
  [`q=${'a'.repeat(101)}`, 'q is too long: write 100 characters at most.'],
  ['q=a&q=b', 'q is repeated: write it once.'],
  ['minPrice=cheap', 'minPrice is not valid: write a number from 0 to 1000000000.'],
  ['maxPrice=-1', 'maxPrice is not valid: write a number from 0 to 1000000000.'],
  ['page=0', 'page is not valid: write a whole number from 1 to 100000.'],
  ['limit=101', 'limit is not valid: write a whole number from 0 to 100.'],
  ['sort=mood', 'sort is not known: write one of relevance, featured, price-asc, price-desc, newest, discount.'],
  ['q=a%00', 'q is not valid: write it without the character NUL.'],
  ['size=%00', 'size is not valid: write it without the character NUL.'],
  [`colour=${'a'.repeat(101)}`, 'colour is too long: write 100 characters at most.'],
  ['size=1&'.repeat(21), 'size has too many values: repeat it 20 times at most.'],
])('rejects %.20s and says why', (query, message) => {
  expect(() => parse(query)).toThrow(new InvalidSearchError(message));
});

it('writes the same search in one way', () => {
  expect(writeSearchParameters(parse('size=9&colour=Red&page=2&size=8&q=a+b'))).toBe(
    'q=a+b&page=2&colour=Red&size=9&size=8',
  );
});
