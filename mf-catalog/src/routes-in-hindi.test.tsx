import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { aProduct, aProductList, aProductSearch } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { render, screen, waitFor, within } from '@testing-library/react';
import { ListForm } from './features/product-list/list-form';
import { parseProductListAddress } from './features/product-list/product-list-address';
import { paths } from './paths';
import { routes } from './routes';
import ownTexts from './texts/hi.json';

fakeStoreApi();

/** The build adds the names of categories, which are texts of `@shop/store-info`. */
const catalog = { ...ownTexts, Cookware: 'कुकवेयर', 'Kitchen Storage': 'किचन स्टोरेज', 'Kitchen Tools': 'किचन टूल' };

beforeEach(() => {
  answer('GET', '/products', { body: aProductList([aProduct({ category: 'KITCHEN TOOLS' })]) });
  answer('GET', '/-/search', {
    body: aProductSearch([aProduct()], { facets: { colours: [{ value: 'Copper', count: 1 }] } }),
  });
});

const open = (at: string) => renderRoutes({ paths, routes, at, language: { code: 'hi', catalog } });

test('a Hindi home page shows its texts and the categories of the shop in Hindi', async () => {
  const { user } = open('/');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('खाना पकाने के अपने अनुभव को नई ऊँचाई दें');
  expect((await screen.findAllByText('कुकवेयर')).length).toBeGreaterThan(0);
  const card = within(await screen.findByRole('article', { name: 'Hammered Copper Saucepan' }));
  expect(card.getByText('किचन टूल')).not.toHaveAttribute('lang');
  expect(card.getByRole('link')).toHaveAttribute('lang', 'en');
  await user.click(screen.getByRole('button', { name: 'सब्सक्राइब करें' }));
  expect(screen.getByRole('alert')).toHaveTextContent('कृपया अपना ईमेल पता डालें');
});

test('a Hindi product page marks what the store API sends as English', async () => {
  const attributes = [
    { key: 'size', value: ['S', 'M'] },
    { key: 'material', value: ['Copper'] },
    { key: 'countryOfOrigin', value: ['India'] },
    { key: 'fitForGods', value: ['Yes'] },
  ];
  const product = aProduct({ id: 'p1', category: 'Cookware', attributes });
  answer('GET', '/products/p1', { body: product });
  const { user } = open('/product/p1');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Hammered Copper Saucepan' });
  expect(heading.firstElementChild).toHaveAttribute('lang', 'en');
  expect(screen.getByText(product.description ?? '')).toHaveAttribute('lang', 'en');
  expect(screen.getAllByRole('term').map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['सामग्री', ''],
    ['उत्पत्ति का देश', ''],
    ['Fit for gods', 'en'],
  ]);
  for (const value of screen.getAllByRole('definition')) expect(value).toHaveAttribute('lang', 'en');
  const path = within(screen.getByRole('navigation', { name: 'पेज का रास्ता' }));
  expect(path.getAllByRole('listitem').map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['होम', ''],
    ['कुकवेयर', ''],
    [product.title, 'en'],
  ]);
  await user.click(screen.getByRole('button', { name: 'कार्ट में डालें' }));
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(
    'कृपया साइज़ चुनें / कार्ट में डालने से पहले साइज़ चुनना ज़रूरी है',
  );
  const sizes = screen.getByRole('radiogroup', { name: 'कपड़ों का साइज़' });
  expect(sizes).toHaveAccessibleDescription('इनमें से एक चुनें');
  await user.click(within(sizes).getByRole('radio', { name: 'M' }));
  await user.click(screen.getByRole('button', { name: 'कार्ट में डालें' }));
  const toast = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(await toast.findByText('Hammered Copper Saucepan')).toHaveAttribute('lang', 'en');
});

test.each([
  ['kitchen-tools', 'किचन टूल'],
  ['kitchen-storage', 'किचन स्टोरेज'],
])('a Hindi list of the slug %s has the Hindi name of its category', async (slug, name) => {
  open(`/products?category=${slug}`);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(name);
});

test('a Hindi list has Hindi names of sub-categories where the shop has them, and marks the others as English', async () => {
  const products = ['Kitchen Tools', 'Sarees'].map((parentCategory, index) =>
    aProduct({ id: `p${index}`, category: 'Women', parentCategory }),
  );
  answer('GET', '/products', { body: aProductList(products) });
  open('/products?category=women');
  const select = await screen.findByRole('combobox', { name: 'उप-श्रेणी' });
  const options = await waitFor(() => {
    const found = within(select).getAllByRole('option');
    expect(found).toHaveLength(3);
    return found;
  });
  const names = options.map(({ textContent, lang }) => [textContent, lang]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['किचन टूल', ''],
      ['Sarees', 'en'],
    ]),
  );
});

test('a Hindi list has the Hindi title of its category, in any case', async () => {
  open('/products?category=men&colour=Copper&maxPrice=500&page=1');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('पुरुषों के लिए एथनिक वियर');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 प्रोडक्ट'));
  expect(await screen.findByRole('link', { name: '₹500 तक हटाएँ' })).toBeVisible();
  expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
    'content',
    expect.stringMatching(/^पुरुषों के लिए एथनिक वियर। /),
  );
});

test('a Hindi search shows its words in a Hindi title', async () => {
  open('/search?q=tawa');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('“tawa” के नतीजे');
  expect(await screen.findByRole('option', { name: 'सबसे सटीक' })).toBeInTheDocument();
});

test('a form of a Hindi list opens an address of the Hindi shop without scripts', () => {
  const { container } = render(
    <HistoryRouter history={createMemoryHistory({ initialEntries: ['/hi/products'] })} basename="/hi">
      <ListForm address={parseProductListAddress(new URLSearchParams('category=men'))}>Apply</ListForm>
    </HistoryRouter>,
  );
  expect(container.querySelector('form')).toHaveAttribute('action', '/hi/products');
});
