import { kitchenCategories } from '@shop/store-info/categories';
import { CategoryTiles } from '../../category/category-tiles';
import { useCategoryTiles } from '../../category/use-category-tiles';
import { Section } from './section';

/** Shows the first categories of store information, or the three kitchen categories. Specification 2 "Home page". */
export function CategorySection() {
  return (
    <Section title="Premium Kitchen Essentials">
      <CategoryTiles state={useCategoryTiles(kitchenCategories)} />
    </Section>
  );
}
