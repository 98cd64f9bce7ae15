import { styled } from '@shop/ui/core';

/** The same for every product: decoration, never data. Specification 9. */
const rating = '4.8';

const Row = styled('span')(({ theme }) => ({
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& b': { marginInlineEnd: '0.3em', fontWeight: 400, color: theme.vars.palette.sale },
}));

/** The rating a card shows: one figure on the page, one sentence in the accessibility tree. */
export function StaticRating() {
  return (
    <Row role="img" aria-label={`Rated ${rating} out of 5`}>
      <b>★</b>
      <span>{rating}</span>
    </Row>
  );
}
