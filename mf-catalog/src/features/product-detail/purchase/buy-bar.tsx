import { Button, styled } from '@shop/ui/core';
import { Price, type PriceProps } from '@shop/ui/price';
import { layoutSizes } from '@shop/ui/tokens';

/** Height in pixels of this bar: the button, the padding around it and the border. */
const barHeight = 44 + 2 * 10 + 1;

/**
 * While hidden the bar keeps its height at the end of the screen, so that it causes no layout shift when it appears. It is
 * sticky inside the screen, so it never covers the footer.
 */
const Bar = styled('div')(({ theme }) => ({
  // Controls that take the focus scroll clear of both bars.
  [theme.breakpoints.down('md')]: {
    'html:has(&:not([hidden]))': { scrollPaddingBottom: layoutSizes.bottomBar + barHeight + 24 },
  },
  position: 'sticky',
  bottom: `calc(${layoutSizes.bottomBar}px + env(safe-area-inset-bottom))`,
  zIndex: theme.zIndex.appBar - 1,
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: barHeight,
  padding: theme.spacing(1.25, 2),
  background: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&[hidden]': { display: 'flex', visibility: 'hidden' },
  [theme.breakpoints.up('md')]: { '&, &[hidden]': { display: 'none' } },
}));

export interface BuyBarProps extends PriceProps {
  isHidden: boolean;
  onAdd: () => void;
}

/** Shows price and 'Add to Cart' at the bottom of a phone's screen while the main button is out of view. */
export function BuyBar({ isHidden, onAdd, ...price }: BuyBarProps) {
  return (
    <Bar hidden={isHidden}>
      {!isHidden && (
        <>
          <Price {...price} />
          <Button variant="contained" onClick={onAdd}>
            Add to Cart
          </Button>
        </>
      )}
    </Bar>
  );
}
