import { useTexts } from '@shop/language/texts';
import type { RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import { aComposition } from '@shop/testing/a-composition';
import { render, screen } from '@testing-library/react';
import { createCatalogLoader, translateRemote } from './translate-remotes';

const composed = aComposition([{ name: 'mf-reviews' }]).remotes[0] as RemoteVersion;
const remote = { ...composed, languages: ['hi'] };

function Text() {
  const t = useTexts();
  return <p>{t('Reviews')}</p>;
}
const reviewsModule: RemoteModule = {
  routes: { reviews: async () => ({ screen: { Screen: Text, Placeholder: Text } }) },
  slots: { 'home.section': async () => ({ slot: { Slot: Text } }) },
};
const files: Record<string, Record<string, string>> = {
  [`${remote.base}texts/reviews.hi.json`]: { Reviews: 'समीक्षाएँ' },
  [`${remote.base}texts/home.section.hi.json`]: { Reviews: 'सभी समीक्षाएँ' },
};

/** Shows the screen, its placeholder and the slot of the remote. @returns Their texts. */
async function show(owner: RemoteVersion, isThere = true) {
  const read: string[] = [];
  const load = createCatalogLoader('hi', async (url) => {
    read.push(url);
    const catalog = isThere && files[url];
    if (!catalog) throw new Error('not there');
    return catalog;
  });
  const { routes, slots } = translateRemote(reviewsModule, owner, load);
  const { screen: reviews } = (await routes.reviews?.()) ?? {};
  const { slot } = (await slots?.['home.section']?.()) ?? {};
  if (!reviews?.Placeholder || !slot) throw new Error('a part is missing');
  render(
    <>
      <reviews.Screen />
      <reviews.Placeholder />
      <slot.Slot />
    </>,
  );
  return { read, texts: screen.getAllByRole('paragraph').map(({ textContent }) => textContent) };
}

test('each part of a remote shows the texts of its own catalogue', async () => {
  expect((await show(remote)).texts).toEqual(['समीक्षाएँ', 'समीक्षाएँ', 'सभी समीक्षाएँ']);
});

test('a remote without the language shows English, and nothing is requested for it', async () => {
  expect(await show(composed)).toEqual({ read: [], texts: ['Reviews', 'Reviews', 'Reviews'] });
});

test('a catalogue that does not load leaves English', async () => {
  expect((await show(remote, false)).texts).toEqual(['Reviews', 'Reviews', 'Reviews']);
});
