import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useHref } from '@shop/router/router';
import { IconButton } from '@shop/ui/core';
import { Share2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import * as styles from './share-button.module.css';

const subscribe = () => () => undefined;
const canShareHere = () => typeof navigator.share === 'function';
const canShareOnServer = () => true;

/** Shares the link of a product by the sheet of the device. A browser without one copies the link. */
export function ShareButton({ product: { id, name } }: { product: Pick<Product, 'id' | 'name'> }) {
  const t = useTexts();
  const path = useHref(urls.product(id));
  const canShare = useSyncExternalStore(subscribe, canShareHere, canShareOnServer);
  const notify = useNotify();
  const share = async () => {
    const { href } = new URL(path, window.location.href);
    try {
      if (canShare) return await navigator.share({ title: name, url: href });
      await navigator.clipboard.writeText(href);
      notify({ title: t('Link copied'), description: name, lang: t.dataLanguage });
    } catch (error) {
      // The shopper closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      notify({
        tone: 'destructive',
        title: t('Link not copied'),
        description: t('Please copy it from the address bar.'),
      });
    }
  };
  const label = canShare ? t('Share') : t('Copy link');
  return (
    <IconButton className={styles.share} color="inherit" edge="end" title={label} aria-label={label} onClick={share}>
      <Share2 size={20} aria-hidden />
    </IconButton>
  );
}
