import type { CartLine } from '@shop/cart/cart-line';
import { formatInr } from '@shop/money/inr';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { MuiLink, styled, Typography } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import {
  findUnavailableLines,
  listChangedPrices,
  type PriceChanges,
  sumAtPricesBefore,
} from '../../current-prices/price-changes';

export interface PriceChangeNoticeProps {
  lines: readonly CartLine[];
  /** Rupees over all lines, at current prices. */
  total: number;
  changes: PriceChanges;
  /** Number of times that a change stopped the order. The notice takes the focus whenever the number rises. */
  stops: number;
}

const Notice = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(3),
  padding: theme.spacing(2, 2.5),
  border: `1px solid ${theme.vars.palette.error.main}`,
  borderRadius: theme.shape.borderRadius,
  // The shell's header stays in view above a focused notice.
  scrollMarginTop: 96,
  overflowWrap: 'anywhere',
  '& ul': { margin: theme.spacing(1, 0), paddingInlineStart: theme.spacing(2.5) },
  '& li + li': { marginTop: theme.spacing(0.5) },
  '& p + h2': { marginTop: theme.spacing(2) },
}));

/** Says which prices changed and which items are unavailable, before the order is placed. Empty without a change. */
export function PriceChangeNotice({ lines, total, changes, stops }: PriceChangeNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stops > 0) notice.current?.focus();
  }, [stops]);
  const changed = listChangedPrices(lines, changes);
  const unavailable = findUnavailableLines(lines, changes);
  const hasChange = changed.length > 0 || unavailable.length > 0;
  return (
    <div role="alert">
      {hasChange && (
        <Notice ref={notice} tabIndex={-1}>
          {changed.length > 0 && (
            <>
              <Typography variant="h3" component="h2">
                Prices have changed
              </Typography>
              <ul>
                {changed.map(({ id, name, before, now }) => (
                  <li key={id}>
                    {name}: was {formatInr(before)}, now {formatInr(now)}
                  </li>
                ))}
              </ul>
              <Typography sx={{ fontWeight: 600 }}>
                New total: {formatInr(total)} (was {formatInr(sumAtPricesBefore(lines, changes))})
              </Typography>
            </>
          )}
          {unavailable.length > 0 && <UnavailableItems lines={unavailable} />}
        </Notice>
      )}
    </div>
  );
}

function UnavailableItems({ lines }: { lines: readonly CartLine[] }) {
  return (
    <>
      <Typography variant="h3" component="h2">
        Some items are no longer available
      </Typography>
      <ul>
        {[...new Map(lines.map(({ id, name }) => [id, name]))].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <Typography>
        Remove them in{' '}
        <MuiLink component={Link} to={urls.cart()}>
          your cart
        </MuiLink>{' '}
        to place the order. The address you typed is saved.
      </Typography>
    </>
  );
}
