import type { ProductSearch } from '@shop/api-contract/decoders/product-search';
import { useTexts } from '@shop/language/texts';
import { Button, IconButton, Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { X } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { ListForm } from '../list-form';
import { getProductListUrl, type ProductListAddress } from '../product-list-address';
import { FilterFields, withoutFilterFields } from './filter-panel';
import * as styles from './filter-sheet.module.css';
import { useFilterDraft } from './use-filter-draft';

interface FilterSheetProps {
  address: ProductListAddress;
  /** The values to filter by. */
  search: ProductSearch;
  /** Receives the address that the button applies, when it differs. */
  onApply: (address: ProductListAddress) => void;
  onClose: () => void;
}

/**
 * The filters of a phone, in a sheet at the bottom of the window. A choice counts products; the button applies all choices as one
 * history entry. The browser's own modal dialog keeps the focus inside, closes on Escape and gives the focus back.
 */
export function FilterSheet({ address, search: applied, onApply, onClose }: FilterSheetProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const { draft, setDraft, search, total } = useFilterDraft({ ...address, page: 1 }, applied);
  // A layout effect closes the dialog while it is still in the document: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const apply = (next: ProductListAddress) => {
    onClose();
    if (getProductListUrl(next) !== getProductListUrl({ ...address, page: 1 })) onApply(next);
  };
  // The form fills the dialog, so a click on the dialog itself is a click on its backdrop.
  const closeByBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  const { minPrice, maxPrice, minPriceText, maxPriceText } = address;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog, like a click on its backdrop
    <dialog ref={dialog} className={styles.sheet} aria-label={t('Filters')} onClose={onClose} onClick={closeByBackdrop}>
      <ListForm className={styles.form} address={withoutFilterFields(address)} onChange={setDraft} onSubmit={apply}>
        <div className={styles.head}>
          <Typography variant="h3" component="h2">
            {t('Filters')}
          </Typography>
          <IconButton edge="end" color="inherit" aria-label={t('Close')} onClick={onClose}>
            <X size={24} aria-hidden />
          </IconButton>
        </div>
        <div className={styles.fields}>
          {/* A price stays as it is typed. The draft has it as a number. */}
          <FilterFields address={{ ...draft, minPrice, maxPrice, minPriceText, maxPriceText }} search={search} />
        </div>
        <div className={styles.foot}>
          <Button type="submit" variant="contained" size="large" className={styles.apply}>
            {total === undefined
              ? t('Show products')
              : t('{count, plural, one {Show # product} other {Show # products}}', { count: total })}
          </Button>
          <VisuallyHidden role="status">
            {total !== undefined && t('{count, plural, one {# product} other {# products}}', { count: total })}
          </VisuallyHidden>
        </div>
      </ListForm>
    </dialog>
  );
}
