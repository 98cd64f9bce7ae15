import { wellKnown } from './well-known';

test('the web app manifest has the shop’s name and colours', () => {
  const manifest = JSON.parse(wellKnown.webManifest({ name: 'Tamra & Teak', description: '' }));
  expect(manifest).toMatchObject({
    name: 'Tamra & Teak',
    short_name: 'Tamra & Teak',
    start_url: '/',
    display: 'standalone',
    background_color: '#FAF7F2',
  });
  expect(manifest).not.toHaveProperty('description');
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose).filter(Boolean)).toEqual(['maskable']);
});
