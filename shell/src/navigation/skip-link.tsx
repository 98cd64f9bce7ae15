import { mainId } from '../layout/main-id';
import * as styles from './skip-link.module.css';

/** First tab stop of the page. It moves the focus past the header. */
export function SkipLink() {
  return (
    <a
      className={styles.link}
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
