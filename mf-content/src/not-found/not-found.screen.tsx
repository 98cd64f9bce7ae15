import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { Button, Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { CookingPot } from 'lucide-react';
import * as styles from './not-found.module.css';

/** Pages that a shopper with a wrong URL most likely looks for. */
const suggestions = [
  { name: text('Browse Products'), to: urls.productList() },
  { name: text('Track an Order'), to: urls.trackOrder() },
  { name: text('Contact Us'), to: urls.contact() },
];

/** The screen of `/404` and of every path without an owner. Specification 2 "Route table"; Interpretation 1. */
export function NotFoundScreen() {
  const t = useTexts();
  return (
    <>
      <DocumentHead title={t('Page not found')} isPrivate />
      <NoticeScreen
        title={t('Oops! Page not found')}
        icon={<CookingPot strokeWidth={1.25} />}
        actions={
          <>
            <Button component={Link} to={urls.home()} variant="contained">
              {t('Return to Home')}
            </Button>
            <div className={styles.suggestions}>
              {suggestions.map(({ name, to }) => (
                <Button key={to} component={Link} to={to} size="small">
                  {t(name)}
                </Button>
              ))}
            </div>
          </>
        }
      >
        {t('The page you are looking for has moved or does not exist.')}
      </NoticeScreen>
      <Container maxWidth="xl">
        <Slot name="screen.suggestions" props={{ productIds: [] }} />
      </Container>
    </>
  );
}
