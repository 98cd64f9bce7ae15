import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { CookingPot } from 'lucide-react';
import * as styles from './not-found.module.css';

/** Pages that a shopper with a wrong URL most likely looks for. */
const suggestions = [
  { name: 'Browse Products', to: urls.productList() },
  { name: 'Track an Order', to: urls.trackOrder() },
  { name: 'Contact Us', to: urls.contact() },
];

/** The screen of `/404` and of every path without an owner. Specification 2 "Route table"; Interpretation 1. */
export function NotFoundScreen() {
  return (
    <>
      <DocumentHead title="Page not found" isPrivate />
      <NoticeScreen
        title="Oops! Page not found"
        icon={<CookingPot strokeWidth={1.25} />}
        actions={
          <>
            <Button component={Link} to={urls.home()} variant="contained">
              Return to Home
            </Button>
            <div className={styles.suggestions}>
              {suggestions.map(({ name, to }) => (
                <Button key={to} component={Link} to={to} size="small">
                  {name}
                </Button>
              ))}
            </div>
          </>
        }
      >
        The page you are looking for has moved or does not exist.
      </NoticeScreen>
    </>
  );
}
