import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Typography } from '@shop/ui/core';
import { useId } from 'react';
import * as styles from './category-links.module.css';
import { formatSlug, getCategoryLanguage, translateCategory } from './category-name';

interface CategoryLinksProps {
  title: string;
  /** Leaves out the categories that the tiles of the screen show. Default: false. */
  isBelowTiles?: boolean;
  /** The category of the screen, in any case. */
  current?: string;
}

/** Links to the categories of store information. It shows nothing until they have loaded, and when none remain. */
export function CategoryLinks({ title, isBelowTiles = false, current = '' }: CategoryLinksProps) {
  const t = useTexts();
  const titleId = useId();
  const { info } = useStoreInfo();
  const names = [...new Set(info?.categories)].slice(isBelowTiles ? maxCategoryTiles : 0);
  if (names.length === 0) return null;
  return (
    <nav className={styles.links} aria-labelledby={titleId}>
      <Typography variant="h3" component="p" id={titleId}>
        {title}
      </Typography>
      <ul className={styles.list}>
        {names.map((name) => (
          <li key={name}>
            <Link
              className={styles.link}
              lang={getCategoryLanguage(t, name)}
              to={urls.productList({ category: name.toLowerCase() })}
              aria-current={name.toLowerCase() === formatSlug(current.toLowerCase()) || undefined}
            >
              {translateCategory(t, name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
