import { styled } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';

/** The same for every product: decoration, never data. Specification 9. */
const rating = '4.8';

const Row = styled('span')(({ theme }) => ({
  position: 'relative',
  whiteSpace: 'nowrap',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& b': { marginInlineEnd: '0.3em', fontWeight: 400, color: theme.vars.palette.sale },
}));

/** The rating a card shows. */
export function FixedRating() {
  return (
    <Row>
      <span aria-hidden>
        <b>★</b>
        {rating}
      </span>
      <VisuallyHidden>Rated {rating} out of 5</VisuallyHidden>
    </Row>
  );
}
