import { Container } from '@shop/ui/core';
import type { ReactNode } from 'react';
import * as styles from './detail-layout.module.css';

interface DetailLayoutProps {
  children: ReactNode;
}

/** The frame of the product page and of its skeleton. */
export function DetailFrame({ children }: DetailLayoutProps) {
  return (
    <Container maxWidth="xl" className={styles.frame}>
      {children}
    </Container>
  );
}

/** The columns of the product page. */
export function DetailColumns({ children }: DetailLayoutProps) {
  return <div className={styles.columns}>{children}</div>;
}
