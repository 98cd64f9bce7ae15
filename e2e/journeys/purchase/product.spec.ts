import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

test.use(phone);

test('a shopper with a phone opens a product from a list, scrolls its pictures, zooms, shares its link and adds it to the cart', async ({
  page,
  context,
  storeApi,
  productList,
  productPage,
  cart,
  header,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { data } = await storeApi.products({ category: 'cookware', limit: 12 });
  const product = data.find(({ images }) => images.length > 1);
  if (!product) throw new Error('No cookware has a second view: the catalogue of this test should.');
  const { id, title, images } = product;

  await test.step('the page shows what the list has before its own response arrives', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/products/${id}`, (route) => isReleased.then(() => route.continue()));
    await productList.open('cookware');
    await productList.card(title).getByRole('link', { name: title }).tap();
    await expect(productPage.heading(title)).toBeVisible();
    await expect(page.getByRole('main').getByText(/^₹/).first()).toBeInViewport();
    const response = page.waitForResponse(`**/products/${id}`);
    release();
    await response;
    await expect(productPage.heading(title)).toBeVisible();
  });

  await test.step('nothing on the page moves, also below the window, where products wait for the shopper', async () => {
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect(page.getByRole('region', { name: 'You may also like' })).toHaveAttribute('aria-busy', 'false');
  });

  const row = page.getByRole('list', { name: title });
  // A wheel, because a slow machine takes the touches of a swipe for a long press.
  await test.step('the row of pictures scrolls to the second one', async () => {
    await row.hover();
    await page.mouse.wheel((await row.boundingBox())?.width ?? 0, 0);
    await expect(page.getByText(`2 / ${images.length}`)).toBeVisible();
    await expect(row.getByRole('img', { name: images[1]?.alt ?? '?' })).toBeInViewport();
  });

  await test.step('a tap on the picture opens it in the whole window, where a tap enlarges it', async () => {
    const zoom = row.getByRole('button', { name: 'Zoom picture 2' });
    await zoom.tap();
    const dialog = page.getByRole('dialog');
    const enlarge = dialog.getByRole('button', { name: `Zoom in: ${images[1]?.alt}` });
    const before = await enlarge.boundingBox();
    await enlarge.tap();
    const after = await dialog.getByRole('button', { name: /^Zoom out/ }).boundingBox();
    expect(after?.width).toBeGreaterThan(2 * (before?.width ?? 0));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(zoom).toBeFocused();
  });

  await test.step('a browser without a share sheet copies the link', async () => {
    await page.getByRole('button', { name: 'Copy link' }).tap();
    await expect(header.toasts.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/product/${id}`, page.url()).href);
  });

  await productPage.addToCart();
  await expect(cart.lines).toContainText(title);
});

test('a shopper who chooses a colour gets its picture, on the page and in the cart', async ({
  page,
  storeApi,
  productPage,
  cart,
}) => {
  const { data } = await storeApi.products({ category: 'women', limit: 100 });
  const kurta = data.find(({ title }) => title === 'Block-Print Kurta');
  if (!kurta) throw new Error('The catalogue has no block-print kurta.');
  const { id, title, images } = kurta;
  await productPage.open(id);
  await expect(productPage.heading(title)).toBeVisible();

  await productPage.chooseColour('Indigo');
  await expect(page.getByText(`5 / ${images.length}`)).toBeVisible();
  const gallery = page.getByRole('list', { name: title });
  await gallery.scrollIntoViewIfNeeded();
  await expect(gallery.getByRole('img', { name: /indigo flowers/ })).toBeInViewport();
  await productPage.chooseColour('Madder');
  await expect(page.getByText(`1 / ${images.length}`)).toBeVisible();

  await productPage.chooseColour('Indigo');
  await productPage.chooseSize('M');
  await productPage.addToCart();
  await expect(cart.lines.locator('img')).toHaveAttribute('src', images[4]?.url ?? '?');
});
