import { findTaggedIds, parseTitle } from './tags';

it('reads the ids of a tag at the end of a title', () => {
  expect(parseTitle('clears the cart [2.cart-04 R.inert-1]')).toEqual({
    text: 'clears the cart',
    ids: ['2.cart-04', 'R.inert-1'],
  });
});

it('reads a tag that follows another bracket', () => {
  expect(parseTitle('labels ["One Size"] [2.api-test-01]')).toEqual({
    text: 'labels ["One Size"]',
    ids: ['2.api-test-01'],
  });
});

it('reads a mistyped id as an id', () => {
  expect(parseTitle('clears the cart [2.kart-4]').ids).toEqual(['2.kart-4']);
});

it.each(['on [::1]', 'reads ["7","8"]', 'sums [1.5 2.5]', 'clears [2.cart-04] the cart', 'is left alone []'])(
  'finds no tag in %p',
  (title) => expect(parseTitle(title)).toEqual({ text: title, ids: [] }),
);

it('finds the ids of titles and of table rows in a source', () => {
  const source = `
    it('clears the cart [2.cart-04]', () => expect(list[0]).toEqual([1.5]));
    it.each([['a status', '[8.auth-01 8.auth-02]']])('shows %s %s', () => {});`;
  expect([...findTaggedIds(source)]).toEqual(['2.cart-04', '8.auth-01', '8.auth-02']);
});
