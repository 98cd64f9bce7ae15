import { isInsidePath, readReturnTo } from './return-path';

describe('return path', () => {
  it.each(['/orders', '/', '/payment?orderId=1#x', '/a/../orders', '/a//b', '/?next=/..//x', '/#/..//x'])(
    'accepts %s as a path inside the shop [R.03-3]',
    (path) => expect(isInsidePath(path)).toBe(true),
  );
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/orders/..//evil.example',
    '/%2e%2E//evil.example',
    'https://evil.example',
    'orders',
    '',
    null,
    5,
  ])('rejects %p as a path inside the shop [R.03-3]', (path) => expect(isInsidePath(path)).toBe(false));

  it('drops a hash in the query, for which the router throws', () => {
    expect(readReturnTo({ from: { pathname: '/cart', search: '?a=1#b' } })).toMatchObject({ search: '?a=1' });
  });

  it('reads path, query, hash and state of the return target [R.03-1 R.03-3]', () => {
    const from = { pathname: '/payment', search: '?orderId=7', hash: '#top', state: { orderId: '7' } };
    expect(readReturnTo({ from })).toEqual(from);
    expect(readReturnTo({ from: '/checkout?a=1#b' })).toEqual({
      pathname: '/checkout',
      search: '?a=1',
      hash: '#b',
      state: null,
    });
  });

  it.each([
    null,
    undefined,
    {},
    { from: '//evil.example' },
    { from: '/..//evil.example' },
    { from: { pathname: '//evil.example' } },
    { from: { pathname: '/.//evil.example' } },
    { from: 7 },
  ])('returns home for the state %j [R.03-3]', (state) => expect(readReturnTo(state)).toMatchObject({ pathname: '/' }));
});
