import { Container, Typography } from '@shop/ui/core';
import { type ReactNode, useId } from 'react';
import * as styles from './section.module.css';

export interface SectionProps {
  title: string;
  /** A link on the line of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the home page. */
export function Section({ title, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <div className={styles.head}>
          <Typography variant="h2" id={titleId}>
            {title}
          </Typography>
          {aside}
        </div>
        {children}
      </Container>
    </section>
  );
}
