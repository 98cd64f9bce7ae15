import { isInsidePath, readReturnTo } from './return-path';
import { urls } from './urls';

describe('urls', () => {
  it('encodes ids and queries and leaves out what is empty', () => {
    expect(urls.product('a/b c')).toBe('/product/a%2Fb%20c');
    expect(urls.productList({ category: 'kitchen storage and containers', page: 2 })).toBe(
      '/products?category=kitchen%20storage%20and%20containers&page=2',
    );
    expect(urls.productList({ featured: true })).toBe('/products?featured=true');
    expect(urls.productList({ category: 'men', parentCategory: 'Kurtas', columns: 2 })).toBe(
      '/products?category=men&parentCategory=Kurtas&columns=2',
    );
    expect(urls.trackOrder()).toBe('/track-order');
    expect(urls.payment('TT-1&x')).toBe('/payment?orderId=TT-1%26x');
  });
});

describe('return path', () => {
  it.each(['/orders', '/', '/payment?orderId=1#x'])('accepts %s [R.03-3]', (path) =>
    expect(isInsidePath(path)).toBe(true),
  );
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'orders', '', null, 5])(
    'refuses %p [R.03-3]',
    (path) => expect(isInsidePath(path)).toBe(false),
  );

  it('keeps path, query, hash and state [R.03-1 R.03-3]', () => {
    const from = { pathname: '/payment', search: '?orderId=7', hash: '#top', state: { orderId: '7' } };
    expect(readReturnTo({ from })).toEqual(from);
    expect(readReturnTo({ from: '/checkout?a=1#b' })).toEqual({
      pathname: '/checkout',
      search: '?a=1',
      hash: '#b',
      state: null,
    });
  });

  it.each([null, undefined, {}, { from: '//evil.example' }, { from: { pathname: '//evil.example' } }, { from: 7 }])(
    'goes home for %j [R.03-3]',
    (state) => expect(readReturnTo(state)).toMatchObject({ pathname: '/' }),
  );
});
