import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSettings } from '@shop/settings/use-settings';
import { StructuredData } from '@shop/ui/structured-data';
import { type Breadcrumb, createBreadcrumbJsonLd } from '../structured-data/breadcrumb-json-ld';
import * as styles from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  /** The pages after Home. The last item is the page itself, which is not a link. */
  items: readonly Breadcrumb[];
}

/** Shows the path to a page, which starts at Home, and describes it to search engines. An addition to the specification. */
export function Breadcrumbs({ items }: BreadcrumbsProps) {
  const t = useTexts();
  const { publicUrl } = useSettings();
  const path: Breadcrumb[] = [{ name: t('Home'), path: urls.home() }, ...items];
  return (
    <nav className={styles.breadcrumbs} aria-label={t('Breadcrumb')}>
      <StructuredData data={typeof window === 'undefined' ? createBreadcrumbJsonLd(path, publicUrl, t.language) : {}} />
      <ol>
        {path.map(({ name, path: to, isData }, index) => (
          <li key={to} lang={isData ? t.dataLanguage : undefined}>
            {index < path.length - 1 ? <Link to={to}>{name}</Link> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
