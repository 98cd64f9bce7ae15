import { useTexts } from '@shop/language/texts';
import { IconButton } from '@shop/ui/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { LanguageLink, rememberChoice } from './language-links';
import * as styles from './language-offer.module.css';

/** Offers the page in another language, below the header. It covers nothing. A shopper who closes it is not asked again. */
export function LanguageOffer({ code }: { code: string }) {
  const t = useTexts();
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  const close = () => {
    rememberChoice(t.language);
    delete document.documentElement.dataset.offer;
    setIsClosed(true);
  };
  return (
    <aside className={styles.offer} aria-label={t('Language')}>
      {t('This page is also in:')} <LanguageLink code={code} className={styles.link} />
      <IconButton aria-label={t('Close')} color="inherit" onClick={close}>
        <X size={20} aria-hidden />
      </IconButton>
    </aside>
  );
}
