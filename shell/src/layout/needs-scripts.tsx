import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, TextLink, Typography } from '@shop/ui/core';
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
          <TextLink component={Link} to={urls.home()} underline="always">
            look around the shop
          </TextLink>{' '}
          and{' '}
          <TextLink component={Link} to={urls.contact()} underline="always">
            contact us
          </TextLink>
          .
        </Typography>
      </Container>
    </noscript>
  );
}
