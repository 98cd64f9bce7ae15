import { recordAnnouncedFeatures } from '@shop/api-client/announced-features';
import { aProduct, aProductList, aProductSearch } from '@shop/testing/builders';
import { answer, calls, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { createProductsFor, isSubCategoryCall, openList } from '../../testing/product-list';

fakeStoreApi();

const names = Array.from({ length: 150 }, (_, index) => `Kind ${String(index + 1).padStart(3, '0')}`);
const toFacet = (values: readonly string[]) => values.map((value) => ({ value, count: 3 }));

/** Answers with 450 products in 150 sub-categories. A filter leaves the first one. The last one is among the first hundred products. */
beforeEach(() => {
  answer('GET', '/products', (call) => ({
    body: isSubCategoryCall(call)
      ? aProductList(
          ['kind 001', 'Kind 150', 'Kind 002'].map((parentCategory) =>
            aProduct({ id: parentCategory, parentCategory }),
          ),
          450,
        )
      : aProductList(createProductsFor(call), 450),
  }));
  answer('GET', '/-/search', ({ search }) => ({
    body: aProductSearch(search.get('limit') === '0' ? [] : [aProduct()], {
      facets: { parentCategories: toFacet(search.has('colour') ? names.slice(0, 1) : names) },
    }),
  }));
});

const listOptions = () =>
  within(screen.getByRole('combobox', { name: 'Sub-category' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const countCalls = () => ({
  list: calls('GET', '/products').filter((call) => !isSubCategoryCall(call)).length,
  specified: calls('GET', '/products').filter(isSubCategoryCall).length,
  search: calls('GET', '/-/search').length,
});

const addresses = [
  ['category=men', { list: 1, search: 1 }],
  ['category=men&page=2', { list: 1, search: 1 }],
  ['category=men&parentCategory=Kind%20007', { list: 1, search: 1 }],
  ['category=men&colour=Red', { list: 0, search: 2 }],
] as const;

describe.each([
  ['an API that has announced no search', 1],
  ['an API that has announced a search', 0],
] as const)('with %s', (_api, specified) => {
  beforeAll(() => {
    if (specified === 0) recordAnnouncedFeatures(fakeApiBase, new Headers({ 'accept-search': 'true' }));
  });

  it.each(addresses)('the select of ?%s has all sub-categories of 450 products', async (query, expected) => {
    openList(query);
    await screen.findAllByRole('article');
    await waitFor(() => expect(listOptions()).toEqual(['All', ...names]));
    expect(countCalls()).toEqual({ ...expected, specified });
  });

  it('the select has those of a hundred products when the search fails [2.products-08]', async () => {
    answer('GET', '/-/search', { status: 503, body: null });
    openList('category=men');
    await waitFor(() => expect(listOptions()).toEqual(['All', 'kind 001', 'Kind 002', 'Kind 150']));
  });

  it('the select sorts letters with accents beside those without', async () => {
    answer('GET', '/-/search', {
      body: aProductSearch([], { facets: { parentCategories: toFacet(['Zari', 'Écru', 'Fibre', 'Ebony']) } }),
    });
    openList('category=men&page=2');
    await waitFor(() => expect(listOptions().slice(1, 4)).toEqual(['Ebony', 'Écru', 'Fibre']));
  });

  it('the sub-categories stay while another one is selected', async () => {
    const { user } = openList('category=men');
    await screen.findByRole('option', { name: 'Kind 007' });
    answer('GET', '/-/search', 'never');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sub-category' }), 'Kind 007');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Kind 007');
    expect(listOptions()).toEqual(['All', ...names]);
  });
});
