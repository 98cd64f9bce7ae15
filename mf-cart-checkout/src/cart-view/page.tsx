import { Container } from '@shop/ui/core';
import type { ReactNode } from 'react';
import * as styles from './page.module.css';

/**
 * Width and padding of the screens of this remote. It is narrower than a product list, so that lines stay close to their totals
 * and labels to their fields.
 */
export function Page({ children }: { children: ReactNode }) {
  return <Container className={styles.page}>{children}</Container>;
}
