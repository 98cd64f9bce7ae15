import { useIsNavigating } from '@shop/router/history-router';
import * as styles from './progress-bar.module.css';

/** Shows that the next screen is loading. */
export function ProgressBar() {
  return useIsNavigating() ? <div className={styles.bar} role="progressbar" aria-label="Loading page" /> : null;
}
