import { Container, Typography } from '@shop/ui/core';
import { useId } from 'react';
import * as styles from './testimonials.module.css';

const testimonials = [
  {
    quote: 'I reach for this kadhai before anything else. It has fed three generations at our table already.',
    name: 'Meera Krishnan',
    place: 'Chennai',
  },
  {
    quote: 'Beautifully packed, and exactly as pictured. The jars made me tidy the whole pantry in one evening.',
    name: 'Arjun Mehta',
    place: 'Pune',
  },
  {
    quote: 'You feel the weight and the finish the moment you lift it. My mother asked where I had found it.',
    name: 'Farah Siddiqui',
    place: 'Lucknow',
  },
];

/** Shows three testimonials of customers. Specification 2 "Home page". */
export function Testimonials() {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Typography variant="h2" id={titleId}>
          What our customers say
        </Typography>
        <ul className={styles.quotes}>
          {testimonials.map(({ quote, name, place }) => (
            <li key={name}>
              <figure className={styles.quote}>
                <Typography variant="h3" component="blockquote" className={styles.words}>
                  {quote}
                </Typography>
                <figcaption className={styles.customer}>
                  {name}, {place}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
