import { capitalizeWords } from '../../category/category-name';

/** Titles of categories whose heading is not their name. Specification 2 "Products page". */
const titles = new Map([
  ['men', "Men's Ethnic Wear"],
  ['women', "Women's Ethnic Wear"],
]);

export interface ListHeadingSource {
  category: string;
  parentCategory: string;
}

/** Returns the parent category unchanged when one is set, else the title of the category, else its name in capitalised words. */
export function getListHeading({ category, parentCategory }: ListHeadingSource): string {
  return parentCategory || titles.get(category.toLowerCase()) || capitalizeWords(category);
}
