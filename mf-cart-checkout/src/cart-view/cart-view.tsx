import type { CartLine } from '@shop/cart/cart-line';
import { formatChoice } from '@shop/cart/item-choice';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { Skeleton } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import * as styles from './cart-view.module.css';
import noPicture from './no-picture.svg';

export interface TotalsProps {
  /** Rupees. A placeholder shows while the total is unknown. */
  total?: number | undefined;
}

/** Subtotal, shipping and total in rupees. Specification 2 and 9. */
export function Totals(props: TotalsProps) {
  return (
    <>
      <Subtotal {...props} />
      <Total {...props} />
    </>
  );
}

/** Subtotal and shipping, which is shown as 'Free'. */
export function Subtotal(props: TotalsProps) {
  const t = useTexts();
  return (
    <dl className={styles.list}>
      <div className={styles.row}>
        <dt>{t('Subtotal')}</dt>
        <dd>{formatAmount(props)}</dd>
      </div>
      <div className={styles.row}>
        <dt>{t('Shipping')}</dt>
        <dd>{t('Free')}</dd>
      </div>
    </dl>
  );
}

/** The total alone, for a place of its own. */
export function Total(props: TotalsProps) {
  const t = useTexts();
  return (
    <dl className={styles.list}>
      <div className={styles.total}>
        <dt>{t('Total')}</dt>
        <dd>{formatAmount(props)}</dd>
      </div>
    </dl>
  );
}

const formatAmount = ({ total }: TotalsProps) => (total === undefined ? <Skeleton width={72} /> : formatInr(total));

interface LinePictureProps {
  line: CartLine;
  /** As in `<img sizes>`. */
  sizes: string;
  /** False for a picture that is in the first window. Default: true. */
  isLazy?: boolean;
}

/** The small picture of a line. Its alternative text is empty, because the name follows it. */
export function LinePicture({ line, ...size }: LinePictureProps) {
  return <Picture picture={{ url: line.image }} alt="" fallback={noPicture} {...size} />;
}

/** Formats size and colour of a line: `['Size M', 'Colour Copper']`. Empty for a product without options. */
export const formatLineOptions = ({ selectedSize: size, selectedColor: color }: CartLine, t: Texts): string[] =>
  formatChoice({ size, color }, t);

/** Formats a line as an unambiguous name: `Copper Saucepan, Size M, Colour Copper`. */
export function formatCartLine(line: CartLine, t: Texts): string {
  return [line.name, ...formatLineOptions(line, t)].join(', ');
}
