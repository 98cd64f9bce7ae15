import { catalogApi } from '../../api/catalog.endpoints';

/**
 * Loads the sub-categories of a category. Until they have loaded, or when they fail to load, the result holds only the
 * selected sub-category, so that the list works without them.
 *
 * @param selected Sub-category of the URL. Empty for all.
 */
export function useSubCategories(category: string, selected: string): readonly string[] {
  const { currentData = [] } = catalogApi.useCatalogSubCategoriesQuery(category);
  return selected === '' || currentData.includes(selected) ? currentData : [selected, ...currentData];
}
