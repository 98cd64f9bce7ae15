import { findTaggedIds, parseTitle } from './tags';

it.each<[string, string, string[]]>([
  ['clears the cart [2.cart-04 R.inert-1]', 'clears the cart', ['2.cart-04', 'R.inert-1']],
  ['labels ["One Size"] [2.api-test-01]', 'labels ["One Size"]', ['2.api-test-01']],
  ['clears the cart [2.kart-4]', 'clears the cart', ['2.kart-4']],
  ...['on [::1]', 'reads ["7","8"]', 'sums [1.5 2.5]', 'clears [2.cart-04] the cart', 'is left alone []'].map(
    (title): [string, string, string[]] => [title, title, []],
  ),
])('reads the ids of a tag at the end of the title %p', (title, text, ids) => {
  expect(parseTitle(title)).toEqual({ text, ids });
});

it('finds the ids of titles and of table rows in a source', () => {
  const source = `
    it('clears the cart [2.cart-04]', () => expect(list[0]).toEqual([1.5]));
    it.each([['a status', '[8.auth-01 8.auth-02]']])('shows %s %s', () => {});`;
  expect([...findTaggedIds(source)]).toEqual(['2.cart-04', '8.auth-01', '8.auth-02']);
});
