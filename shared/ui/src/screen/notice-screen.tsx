import { Container, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import * as styles from './notice-screen.module.css';
import { PageHeading, type PageHeadingProps } from './page-heading';

export interface NoticeScreenProps extends Pick<PageHeadingProps, 'takesFocus'> {
  title: string;
  /** One or two sentences about what happened. */
  children?: ReactNode;
  /** Decorative icon above the title. */
  icon?: ReactNode;
  /** Buttons or links to other screens. */
  actions?: ReactNode;
}

/**
 * A screen with a single message: empty cart, page not found, thank you.
 *
 * @example <NoticeScreen title="Your cart is empty" actions={<Button component={Link} to={urls.home()}>Shop</Button>} />
 */
export function NoticeScreen({ title, children, icon, actions, takesFocus }: NoticeScreenProps) {
  return (
    <Container maxWidth="sm" className={styles.screen}>
      <div className={styles.notice}>
        {icon && (
          <div className={styles.icon} aria-hidden>
            {icon}
          </div>
        )}
        <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
        {children && (
          <Typography component="div" tone="secondary" className={styles.text}>
            {children}
          </Typography>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </Container>
  );
}
