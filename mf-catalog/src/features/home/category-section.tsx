import { kitchenCategories } from '@shop/store-info/categories';
import { CategoryTiles } from '../../category/category-tiles';
import { useCategoryTiles } from '../../category/use-category-tiles';
import { Section } from './section';

/** The store's first categories, or the kitchen trio. Specification 2 "Home page". */
export function CategorySection() {
  return (
    <Section title="Premium Kitchen Essentials">
      <CategoryTiles state={useCategoryTiles(kitchenCategories)} />
    </Section>
  );
}
