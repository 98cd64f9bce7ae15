import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Typography } from '@shop/ui/core';
import { useId } from 'react';
import * as styles from './info-block.module.css';

const benefits = [
  { title: 'Made for daily use', text: 'Materials that take heat, steel wool and years, and look better for it.' },
  { title: 'Free shipping', text: 'On every order.' },
  { title: 'Easy returns', text: 'Within seven days of receipt, in the original packaging.' },
];

/** Shows reasons to buy here. Specification 2 "Home page": info block. */
export function InfoBlock() {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <div className={styles.columns}>
          <div>
            <Typography variant="h2" id={titleId}>
              Fewer things, better made
            </Typography>
            <Typography tone="secondary" className={styles.text}>
              A good kitchen needs less than you think. We look for pieces that do their work well, can be looked after,
              and are worth handing on.
            </Typography>
            <Button component={Link} to={urls.productList()} variant="outlined" size="large">
              Explore Products
            </Button>
          </div>
          <ul className={styles.benefits}>
            {benefits.map(({ title, text }) => (
              <li key={title}>
                <Typography variant="h3">{title}</Typography>
                <Typography tone="secondary" className={styles.benefit}>
                  {text}
                </Typography>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </section>
  );
}
