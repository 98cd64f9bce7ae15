import { useTexts } from '@shop/language/texts';
import * as styles from './sale-badge.module.css';

/** Marks a product whose price is below its regular price. Specification 2 "Product card". */
export function SaleBadge() {
  const t = useTexts();
  return <span className={styles.badge}>{t('Sale')}</span>;
}
