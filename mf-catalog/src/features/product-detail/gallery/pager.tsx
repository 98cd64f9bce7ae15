import { useTexts } from '@shop/language/texts';
import { IconButton } from '@shop/ui/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import * as styles from './pager.module.css';
import type { PictureRow } from './use-picture-row';

interface PagerProps extends Pick<PictureRow, 'index' | 'show'> {
  count: number;
}

/** Shows which of several pictures is in view, and moves to its neighbours. After the last picture comes the first. */
export function Pager({ index, count, show }: PagerProps) {
  const t = useTexts();
  if (count < 2) return null;
  return (
    <div className={styles.pager}>
      <IconButton color="inherit" aria-label={t('Previous picture')} onClick={() => show((index + count - 1) % count)}>
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <span aria-live="polite" aria-atomic>
        {`${index + 1} / ${count}`}
      </span>
      <IconButton color="inherit" aria-label={t('Next picture')} onClick={() => show((index + 1) % count)}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
