import * as styles from './offline-notice.module.css';
import { useIsOnline } from './use-is-online';

/** Tells an offline shopper that the cart is safe. It takes up space in the flow and covers nothing. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && <p className={styles.notice}>You are offline. Your cart is kept on this device.</p>}
    </div>
  );
}
