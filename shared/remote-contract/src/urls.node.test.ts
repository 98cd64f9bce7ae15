import { urls } from './urls';

describe('urls', () => {
  it('encodes ids and query values, and omits empty values', () => {
    expect(urls.product('a/b c')).toBe('/product/a%2Fb%20c');
    expect(urls.productList({ category: 'kitchen storage and containers', page: 2 })).toBe(
      '/products?category=kitchen%20storage%20and%20containers&page=2',
    );
    expect(urls.productList({ featured: true })).toBe('/products?featured=true');
    expect(urls.productList({ category: 'men', parentCategory: 'Kurtas', columns: 2 })).toBe(
      '/products?category=men&parentCategory=Kurtas&columns=2',
    );
    expect(urls.order('TT/1')).toBe('/orders/TT%2F1');
    expect([urls.search(), urls.search('cast iron & tawa')]).toEqual(['/search', '/search?q=cast%20iron%20%26%20tawa']);
    expect(urls.trackOrder()).toBe('/track-order');
    expect(urls.payment('TT-1&x')).toBe('/payment?orderId=TT-1%26x');
  });
});
