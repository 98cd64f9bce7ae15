import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, Typography } from '@shop/ui/core';
import * as styles from './needs-scripts.module.css';

/** Tells a shopper without scripts what the page needs, and where to go. It replaces the skeleton. */
export function NeedsScripts() {
  return (
    <noscript>
      <Container maxWidth="xl" className={styles.notice}>
        <Typography variant="h2" component="h1">
          This page needs JavaScript
        </Typography>
        <Typography tone="secondary">
          Please switch on JavaScript in your browser and load the page again. Without it you can{' '}
          <Link to={urls.home()}>look around the shop</Link> and <Link to={urls.contact()}>contact us</Link>.
        </Typography>
      </Container>
    </noscript>
  );
}
