import { capitalizeWords } from '../../category/category-name';

/** Two categories have a title of their own. Specification 2 "Products page". */
const titles = new Map([
  ['men', "Men's Ethnic Wear"],
  ['women', "Women's Ethnic Wear"],
]);

export interface ListHeadingSource {
  category: string;
  parentCategory: string;
}

/** The parent category as it is when one is set, else the category's own title, else its name in capitalised words. */
export function listHeading({ category, parentCategory }: ListHeadingSource): string {
  return parentCategory || titles.get(category.toLowerCase()) || capitalizeWords(category);
}
