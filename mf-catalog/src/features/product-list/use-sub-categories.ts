import { catalogApi } from '../../api/catalog.endpoints';

/**
 * The sub-categories a category can be narrowed to. Until they are known, or when they cannot be had, only the chosen
 * one is: the list itself still works.
 */
export function useSubCategories(category: string, chosen: string): readonly string[] {
  const { currentData = [] } = catalogApi.useCatalogSubCategoriesQuery(category);
  return chosen === '' || currentData.includes(chosen) ? currentData : [chosen, ...currentData];
}
