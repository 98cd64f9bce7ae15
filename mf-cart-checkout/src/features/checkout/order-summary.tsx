import { type CartLine, cartLineKey } from '@shop/cart/cart-line';
import type { Cart } from '@shop/cart/use-cart';
import { formatInr } from '@shop/money/inr';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Box, Button, styled, Typography } from '@shop/ui/core';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatItemCount, formatLineOptions } from '../../cart-view/format-cart-line';
import { LinePicture } from '../../cart-view/line-picture';
import { Totals } from '../../cart-view/totals';

export interface OrderSummaryProps {
  cart: Pick<Cart, 'lines' | 'count' | 'total'>;
  /** Ids of products that the server no longer has. */
  unavailableIds: ReadonlySet<string>;
}

const Panel = styled('section')(({ theme }) => ({
  padding: theme.spacing(2, 2.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.sunken,
  [theme.breakpoints.up('md')]: { position: 'sticky', top: 96, padding: theme.spacing(3) },
  [theme.breakpoints.up('lg')]: { padding: theme.spacing(4) },
}));

const Heading = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: theme.spacing(2),
}));

const ItemsToggle = styled(Button)(({ theme }) => ({
  marginInline: theme.spacing(-1.5),
  '& svg': { transition: theme.transitions.create('transform') },
  '&[aria-expanded="true"] svg': { transform: 'rotate(180deg)' },
  [theme.breakpoints.up('md')]: { display: 'none' },
}));

const Lines = styled('ul')(({ theme }) => ({
  margin: theme.spacing(2, 0),
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: theme.spacing(2),
  '&[data-collapsed="true"]': { [theme.breakpoints.down('md')]: { display: 'none' } },
}));

/** Items and totals of the order. On phones the items are collapsed and the totals stay visible. */
export function OrderSummary({ cart: { lines, count, total }, unavailableIds }: OrderSummaryProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (lines.length === 0) return <NothingToOrder />;
  return (
    <Panel aria-labelledby={`${id}-heading`}>
      <Heading>
        <Typography id={`${id}-heading`} variant="h3" component="h2">
          Order summary
        </Typography>
        <ItemsToggle
          color="inherit"
          size="small"
          aria-expanded={isOpen}
          aria-controls={`${id}-items`}
          endIcon={<ChevronDown size={18} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {formatItemCount(count)}
        </ItemsToggle>
      </Heading>
      <Lines id={`${id}-items`} aria-label="Items" data-collapsed={!isOpen}>
        {lines.map((line) => (
          <SummaryLine key={cartLineKey(line)} line={line} isUnavailable={unavailableIds.has(line.id)} />
        ))}
      </Lines>
      <Totals total={total} />
    </Panel>
  );
}

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '56px minmax(0, 1fr) minmax(0, auto)',
  gap: theme.spacing(2),
  overflowWrap: 'anywhere',
}));

function SummaryLine({ line, isUnavailable }: { line: CartLine; isUnavailable: boolean }) {
  return (
    <Row>
      <LinePicture line={line} sizes="56px" />
      <Box>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {line.name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[...formatLineOptions(line), `Qty\u00a0${line.quantity.toLocaleString('en-IN')}`].join(' · ')}
        </Typography>
        {isUnavailable && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            No longer available
          </Typography>
        )}
      </Box>
      <Typography variant="body2" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {formatInr(line.price * line.quantity)}
      </Typography>
    </Row>
  );
}

function NothingToOrder() {
  return (
    <Panel aria-label="Order summary">
      <Typography variant="h3" component="h2">
        Your order is empty
      </Typography>
      <Typography sx={{ mt: 1, mb: 2, color: 'text.secondary' }}>
        Add items to your cart to place an order. The address you typed is saved.
      </Typography>
      <Totals total={0} />
      <Button component={Link} to={urls.home()} variant="outlined" fullWidth sx={{ mt: 2 }}>
        Continue Shopping
      </Button>
    </Panel>
  );
}
