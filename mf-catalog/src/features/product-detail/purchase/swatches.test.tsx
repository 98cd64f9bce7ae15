import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { translateTexts } from '@shop/testing/translate-texts';
import { screen, within } from '@testing-library/react';
import { addToCartButton, colours, openProduct } from '../../../testing/open-product';
import { getShownColor } from './swatches';

fakeStoreApi();

/** Opens a product with a picture of Madder, one of Indigo, one of both and none of Black. */
const openKurta = () =>
  openProduct({
    imgUrl: '/front.jpg',
    images: [{ url: '/front.jpg' }, { url: '/madder.jpg' }, { url: '/indigo.jpg' }],
    attributes: [colours('Madder', 'Indigo', 'Black', 'Sky of June')],
    colorImages: [
      { color: 'Madder', url: '/madder.jpg' },
      { color: 'Indigo', url: '/indigo.jpg' },
    ],
  });
const getShownPicture = () => screen.getByRole('button', { pressed: true }).getAttribute('aria-label');
const getColour = (name: string) =>
  within(screen.getByRole('radiogroup', { name: 'Colour' })).getByRole('radio', { name });

it('moves the gallery to the picture of the chosen colour, and leaves the focus', async () => {
  const { user } = await openKurta();
  await user.click(getColour('Indigo'));
  expect(getShownPicture()).toBe('Show picture 3 of 3');
  expect(getColour('Indigo')).toHaveFocus();
  await user.click(getColour('Madder'));
  expect(getShownPicture()).toBe('Show picture 2 of 3');
});

it('adds the picture of the chosen colour to the cart', async () => {
  const { user, lines } = await openKurta();
  await user.click(getColour('Indigo'));
  await user.click(addToCartButton());
  expect(lines()).toMatchObject([{ selectedColor: 'Indigo', image: '/indigo.jpg' }]);
});

it('adds the main picture to the cart for a colour without a picture', async () => {
  const { user, lines } = await openKurta();
  await user.click(getColour('Black'));
  await user.click(addToCartButton());
  expect(lines()).toMatchObject([{ selectedColor: 'Black', image: '/front.jpg' }]);
});

it('says which colour the picture shows when the chosen colour has none', async () => {
  const { user } = await openKurta();
  const status = within(screen.getByRole('radiogroup', { name: 'Colour' })).getByRole('status');
  await user.click(getColour('Indigo'));
  expect(status).toBeEmptyDOMElement();
  await user.click(getColour('Black'));
  expect(status).toHaveTextContent('Shown in Indigo');
  await user.click(screen.getByRole('button', { name: 'Show picture 1 of 3' }));
  expect(status).toBeEmptyDOMElement();
});

it('says which colour the next picture shows in a page that the browser translates', async () => {
  const { user } = await openKurta();
  await user.click(getColour('Indigo'));
  await user.click(getColour('Black'));
  translateTexts(screen.getByRole('main'));
  await user.click(screen.getByRole('button', { name: 'Show picture 2 of 3' }));
  expect(within(screen.getByRole('radiogroup', { name: 'Colour' })).getByRole('status')).toHaveTextContent(
    /^Shown in Madder$/,
  );
});

it('says nothing about colours without pictures of colours', async () => {
  const { user } = await openProduct({ attributes: [colours('Madder', 'Black')] });
  await user.click(getColour('Black'));
  expect(screen.queryByText(/^Shown in/)).not.toBeInTheDocument();
});

it('shows a swatch of a known colour only', async () => {
  await openKurta();
  const [indigo, unknown] = ['Indigo', 'Sky of June'].map((name) => getColour(name).parentElement);
  expect(indigo?.querySelector('[aria-hidden]')).toHaveStyle({ background: '#336' });
  expect(unknown?.querySelector('[aria-hidden]')).toBeNull();
});

it.each([
  ['the colour of the picture', '/b.jpg', 'Blue'],
  ['nothing for a picture of several colours', '/both.jpg', undefined],
  ['nothing for a picture of no colour', '/other.jpg', undefined],
])('finds %s', (_case, url, expected) => {
  const colorImages = [
    { color: 'Blue', url: '/b.jpg' },
    { color: 'Red', url: '/both.jpg' },
    { color: 'Pink', url: '/both.jpg' },
  ];
  expect(getShownColor({ colorImages }, url)).toBe(expected);
});

it('takes the only colour with a picture for that of all pictures', () => {
  expect(getShownColor({ colorImages: [{ color: 'Blue', url: '/b.jpg' }] }, '/other.jpg')).toBe('Blue');
});
