import { useTexts } from '@shop/language/texts';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import * as styles from './letterhead.module.css';

/**
 * Name, address and contact of the shop at the top of a printed page. It is not on the screen.
 *
 * @example <Letterhead />
 */
export function Letterhead() {
  const { dataLanguage } = useTexts();
  const { info } = useStoreInfo();
  if (!info) return null;
  const lines = [info.companyName, info.companyAddress, info.companyPhone, info.companyEmail].filter(Boolean);
  return (
    <address className={styles.letterhead} lang={dataLanguage}>
      <strong>{info.storeName}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
