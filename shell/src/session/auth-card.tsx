import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link, type LinkProps } from '@shop/router/router';
import { Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import type { ReactNode } from 'react';
import { useShopName } from '../base/shop-identity';
import * as styles from './auth-card.module.css';

export interface AuthCardProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** A link of the card, next to a field or in a line of text. */
export const AuthLink = (props: LinkProps) => <Link {...props} className={styles.link} />;

/** Frame of sign-in and registration: the shop's name, a heading, the form, and links below. */
export function AuthCard({ title, subtitle, children }: AuthCardProps) {
  const t = useTexts();
  const shopName = useShopName();
  return (
    // The button of the form is at the bottom of a low window.
    <div className={styles.card} data-toasts-on-top>
      <DocumentHead title={title} storeName={shopName} description={subtitle} isPrivate />
      <div className={styles.head}>
        {shopName && (
          <Link className={styles.brand} to={urls.home()} lang={t.dataLanguage}>
            {shopName}
          </Link>
        )}
        <PageHeading>{title}</PageHeading>
        <Typography tone="secondary">{subtitle}</Typography>
      </div>
      {children}
      <Typography variant="body2" component="div" tone="secondary" className={styles.terms}>
        {t.rich('By continuing you agree to our <terms>Terms</terms> and <privacy>Privacy</privacy> policies.', {
          terms: (content) => <AuthLink to={urls.policy('terms')}>{content}</AuthLink>,
          privacy: (content) => <AuthLink to={urls.policy('privacy')}>{content}</AuthLink>,
        })}
      </Typography>
      <AuthLink to={urls.home()}>{t('Return to home')}</AuthLink>
    </div>
  );
}
