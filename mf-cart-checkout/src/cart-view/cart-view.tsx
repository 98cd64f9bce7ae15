import type { CartLine } from '@shop/cart/cart-line';
import { formatChoice } from '@shop/cart/item-choice';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { Skeleton } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import * as styles from './cart-view.module.css';
import noPicture from './no-picture.svg';

/** Subtotal, shipping and total in rupees; placeholders of unknown amounts. Shipping is shown as 'Free'. Specification 2 and 9. */
export function Totals({ total }: { total?: number }) {
  const t = useTexts();
  const amount = total === undefined ? <Skeleton width={72} /> : formatInr(total);
  return (
    <dl className={styles.list}>
      <div className={styles.row}>
        <dt>{t('Subtotal')}</dt>
        <dd>{amount}</dd>
      </div>
      <div className={styles.row}>
        <dt>{t('Shipping')}</dt>
        <dd>{t('Free')}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('Total')}</dt>
        <dd>{amount}</dd>
      </div>
    </dl>
  );
}

/** The small picture of a line, `sizes` wide. Its alternative text is empty, because the name follows it. */
export function LinePicture({ line, sizes }: { line: CartLine; sizes: string }) {
  return <Picture picture={{ url: line.image }} alt="" fallback={noPicture} sizes={sizes} />;
}

/** Formats size and colour of a line: `['Size M', 'Colour Copper']`. Empty for a product without options. */
export const formatLineOptions = ({ selectedSize: size, selectedColor: color }: CartLine, t: Texts): string[] =>
  formatChoice({ size, color }, t);

/** Formats a line as an unambiguous name: `Copper Saucepan, Size M, Colour Copper`. */
export function formatCartLine(line: CartLine, t: Texts): string {
  return [line.name, ...formatLineOptions(line, t)].join(', ');
}
