import { Button, styled } from '@shop/ui/core';
import { Price, type PriceProps } from '@shop/ui/price';

/** Height of the shell's bottom bar, in pixels, which this one stands on. */
const bottomBarHeight = 56;

/**
 * It keeps its place at the end of the screen while it is empty, so that nothing moves when it comes; being sticky, it
 * leaves with the screen and never covers the footer.
 */
const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: `calc(${bottomBarHeight}px + env(safe-area-inset-bottom))`,
  zIndex: theme.zIndex.appBar - 1,
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.spacing(2),
  // Of its button, and the space around it.
  minHeight: 44 + 2 * 10 + 1,
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

/** Price and 'Add to Cart' within a thumb's reach on phones, when the page's own button is out of sight. */
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
