import { useAppSelector } from '@shop/api-client/app-state';
import { useTexts } from '@shop/language/texts';
import { useEffect, useState } from 'react';
import * as styles from './toaster.module.css';

type Toasts = typeof import('./toasts').Toasts;

let loaded: Toasts | undefined;

/** Loads the code of toasts. A page without it loads it with the first toast. @throws when its file does not load. */
export async function loadToasts(): Promise<Toasts> {
  loaded ??= (await import(/* webpackChunkName: "after-start" */ './toasts')).Toasts;
  return loaded;
}

/** Milliseconds for which the page loader of the shell shows a toast before the page hydrates. */
const earlyToastMs = 5000;

/**
 * Shows the toasts in one polite live region. F6 moves the focus to the newest toast and back. Escape dismisses a toast. A
 * failure ends when the shopper opens another page.
 *
 * A page renders it once, after its screens: the shell, a remote that runs standalone, and the test kit.
 *
 * @see Specification 1: the label of the container is 'Notifications'
 */
export function Toaster() {
  const t = useTexts();
  const notices = useAppSelector(({ notifications }) => notifications);
  const [code, setCode] = useState({ Toasts: loaded });
  // A file that does not load is requested again with the next toast.
  useEffect(() => {
    if (notices.length > 0 && !code.Toasts)
      loadToasts().then(
        (Toasts) => setCode({ Toasts }),
        (error: unknown) => reportError(error),
      );
  }, [notices, code]);
  return (
    <section className={styles.region} aria-label={t('Notifications')}>
      <p className={styles.early} data-early-toast={earlyToastMs} aria-live="polite" suppressHydrationWarning>
        {''}
      </p>
      <div aria-live="polite" aria-relevant="additions">
        {code.Toasts && <code.Toasts notices={notices} />}
      </div>
    </section>
  );
}
