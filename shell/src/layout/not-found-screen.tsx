import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';

/** The shell's own not-found screen, for a composition in which no remote owns the unknown paths. */
export function NotFoundScreen() {
  return (
    <>
      <DocumentHead title="Page not found" isPrivate />
      <NoticeScreen
        title="Oops! Page not found"
        actions={
          <Button component={Link} to={urls.home()} variant="contained">
            Return to Home
          </Button>
        }
      />
    </>
  );
}
