import { useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { Price, type PriceProps } from '@shop/ui/price';
import { layoutSizes } from '@shop/ui/tokens';
import { type RefObject, useEffect, useState } from 'react';
import * as styles from './buy-bar.module.css';

interface BuyBarProps extends PriceProps {
  isHidden: boolean;
  onAdd: () => void;
}

/** Shows price and 'Add to Cart' at the bottom of a phone's screen while the main button is out of view. */
export function BuyBar({ isHidden, onAdd, ...price }: BuyBarProps) {
  const t = useTexts();
  return (
    <div className={styles.bar} hidden={isHidden} data-bar-below-toasts>
      {!isHidden && (
        <>
          <Price {...price} />
          <Button variant="contained" onClick={onAdd}>
            {t('Add to Cart')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Margins of the window that the shell's header (top) and a phone's bottom bar (bottom) cover. */
const coveredEdges = `-${layoutSizes.headerMobile}px 0px -${layoutSizes.bottomBar}px`;

/**
 * Returns whether an element is in the visible part of the window. The value is true until the first observation, and in
 * browsers without IntersectionObserver.
 */
export function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true), {
      rootMargin: coveredEdges,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
