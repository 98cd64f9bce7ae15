import * as styles from './static-rating.module.css';

/** Every product has the same rating. It is decoration and never part of structured data. Specification 9. */
const rating = '4.8';

/** Shows the rating of a card: a number on screen and one label in the accessibility tree. */
export function StaticRating() {
  return (
    <span className={styles.rating} role="img" aria-label={`Rated ${rating} out of 5`}>
      <b>★</b>
      <span>{rating}</span>
    </span>
  );
}
