import { styled } from '@shop/ui/core';

/** Every product has the same rating. It is decoration and never part of structured data. Specification 9. */
const rating = '4.8';

const Row = styled('span')(({ theme }) => ({
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& b': { marginInlineEnd: '0.3em', fontWeight: 400, color: theme.vars.palette.sale },
}));

/** Shows the rating of a card: a number on screen and one label in the accessibility tree. */
export function StaticRating() {
  return (
    <Row role="img" aria-label={`Rated ${rating} out of 5`}>
      <b>★</b>
      <span>{rating}</span>
    </Row>
  );
}
