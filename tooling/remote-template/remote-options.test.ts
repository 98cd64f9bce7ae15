import { parseRemoteOptions } from './remote-options';

test('takes the path of a remote from its name', async () => {
  await expect(parseRemoteOptions(['reviews'])).resolves.toEqual({ name: 'reviews', path: '/reviews' });
});

test('takes a path and a folder', async () => {
  const args = ['reviews', '--path', '/reviews/:id', '--folder', '.cache/remotes'];
  const options = { name: 'reviews', path: '/reviews/:id', folder: '.cache/remotes' };
  await expect(parseRemoteOptions(args)).resolves.toEqual(options);
});

test('takes a slot, and no path unless one is given', async () => {
  await expect(parseRemoteOptions(['reviews', '--slot', 'product.below'])).resolves.toEqual({
    name: 'reviews',
    slot: 'product.below',
  });
  const both = ['reviews', '--slot', 'product.below', '--path', '/reviews'];
  await expect(parseRemoteOptions(both)).resolves.toMatchObject({ path: '/reviews', slot: 'product.below' });
});

test.each([
  [['reviews', 'of', 'ours'], 'A remote has one name, and "of ours" is left over.'],
  [['Reviews'], '"Reviews" is no name for a remote'],
  [['mf-reviews'], '"mf-reviews" is no name for a remote'],
  [['reviews', '--path', 'reviews'], '"reviews" is no path'],
  [['reviews', '--path', '/api/reviews'], 'responds at /api/reviews'],
  [['reviews', '--path', '/product/:slug'], 'mf-catalog owns /product/:slug already'],
  [['reviews', '--slot', 'product.bottom'], 'choose one of product.below, cart.summary, home.section'],
  [['reviews', '--slot', 'footer.links'], '"footer.links" is no slot that components fill'],
  [['reviews', '--port', '1'], 'Write: npm run new:remote'],
])('rejects %j and says what to change', async (args, message) => {
  await expect(parseRemoteOptions(args)).rejects.toThrow(message);
});
