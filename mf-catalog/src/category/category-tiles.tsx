import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { categoriesOr, maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Skeleton, Typography } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ArrowRight } from 'lucide-react';
import { categoryFallback, getCategoryImage } from '../pictures/shop-images';
import { getCategoryLanguage, translateCategory } from './category-name';
import * as styles from './category-tiles.module.css';

const sizes = '(min-width: 1440px) 443px, (min-width: 768px) calc(33.3vw - 37px), calc(100vw - 32px)';

/** Tiles that are above the fold on a phone, where they stand below each other. */
const tilesAboveFold = 2;

interface CategoryTilesProps {
  /** Categories of the screen when store information has none or fails to load. Interpretation 36. */
  defaults: readonly string[];
  /** Text beside the arrow of each tile, such as 'Browse Collection'. Without it a tile shows the arrow alone. */
  actionText?: string;
  /** True when the first tiles are above the fold. The first picture loads before all others. */
  hasPriority?: boolean;
}

/**
 * Shows the first three categories of store information as pictures that link to their products. It shows placeholders until
 * store information has loaded or failed, so that no tile changes while a shopper taps it.
 *
 * @see Specification 2 "Home page" and "Products page", 3 "Store info and categories"
 */
export function CategoryTiles({ defaults, actionText, hasPriority = false }: CategoryTilesProps) {
  const t = useTexts();
  const { kind, info } = useStoreInfo();
  if (kind === 'loading') return <CategoryTilesSkeleton />;
  const names = [...new Set(categoriesOr(defaults, info))].slice(0, maxCategoryTiles);
  return (
    <ul className={styles.tiles}>
      {names.map((name, index) => (
        <li key={name}>
          <Link className={styles.tile} to={urls.productList({ category: name.toLowerCase() })}>
            <div className={styles.slot}>
              <Picture
                picture={getCategoryImage(name)}
                alt=""
                fallback={categoryFallback}
                sizes={sizes}
                ratio="auto"
                isPriority={hasPriority && index === 0}
                isLazy={!hasPriority || index >= tilesAboveFold}
              />
            </div>
            <div className={styles.caption} data-has-action={actionText !== undefined}>
              <Typography variant="h3" component="span" className={styles.name} lang={getCategoryLanguage(t, name)}>
                {translateCategory(t, name)}
              </Typography>
              <span className={styles.action}>
                {actionText}
                <ArrowRight size={18} aria-hidden />
              </span>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CategoryTilesSkeleton() {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading categories')}</VisuallyHidden>
      <ul className={styles.tiles} aria-hidden>
        {Array.from({ length: maxCategoryTiles }, (_, index) => index).map((index) => (
          <li key={index}>
            <div className={styles.slot}>
              <Skeleton variant="rounded" />
            </div>
            <div className={styles.caption}>
              <Skeleton width="50%" />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
