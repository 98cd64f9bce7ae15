import { Container } from '@shop/ui/core';
import type { ReactNode } from 'react';
import * as styles from './page.module.css';

/** Width and padding of the screens of this remote. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Container maxWidth="lg" className={styles.page}>
      {children}
    </Container>
  );
}
