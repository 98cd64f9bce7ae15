import { createRemote } from './create-remote';
import { describeRemote, parseRemoteOptions } from './remote-options';

const parse = (...args: string[]) => parseRemoteOptions(args, 'npm run new:remote', { folder: { type: 'string' } });
const slot = 'product.below';

test.each([
  [['reviews'], { name: 'reviews', path: '/reviews' }, 'owns /reviews'],
  [
    ['reviews', '--path', '/reviews/:id', '--folder', '.cache/remotes'],
    { name: 'reviews', path: '/reviews/:id', folder: '.cache/remotes' },
    'owns /reviews/:id',
  ],
  [['reviews', '--slot', slot], { name: 'reviews', slot }, 'fills product.below'],
  [
    ['reviews', '--slot', slot, '--path', '/stars'],
    { name: 'reviews', path: '/stars', slot },
    'owns /stars and fills product.below',
  ],
])('the command line %j names a remote that it describes', (args, options, description) => {
  expect(parse(...args)).toEqual(options);
  expect(describeRemote(parse(...args))).toBe(description);
});

test.each([
  [['reviews', 'of', 'ours'], 'A remote has one name, and "of ours" is left over.'],
  [['Reviews'], '"Reviews" is not a name for a remote'],
  [['mf-reviews'], '"mf-reviews" is not a name for a remote'],
  [['reviews', '--path', 'reviews'], '"reviews" is not a path'],
  [['reviews', '--path', '/api/reviews'], 'responds at /api/reviews'],
  [
    ['reviews', '--slot', 'product.bottom'],
    'choose one of product.below, cart.summary, home.section, screen.suggestions',
  ],
  [['reviews', '--slot', 'footer.links'], '"footer.links" is not a slot that components fill'],
  [['reviews', '--port', '1'], 'Write: npm run new:remote'],
])('the command line %j is rejected with a message that says what to change', (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

test('a remote cannot be created with the path of another one', async () => {
  const created = createRemote(parse('reviews', '--path', '/product/:slug'));
  await expect(created).rejects.toThrow('mf-catalog owns /product/:slug already');
});
