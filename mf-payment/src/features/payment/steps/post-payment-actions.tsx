import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Stack } from '@shop/ui/core';

export interface PostPaymentActionsProps {
  /** Goes back to the form. */
  onStartOver: () => void;
}

/** The ways on from a payment that is made outside the page: nobody tells the page when it is. */
export function PostPaymentActions({ onStartOver }: PostPaymentActionsProps) {
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      <Button component={Link} to={urls.orders()} variant="contained">
        I have paid: view orders
      </Button>
      <Button onClick={onStartOver}>Back to payment form</Button>
    </Stack>
  );
}
