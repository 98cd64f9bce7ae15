import { Button, Stack, Typography } from '@shop/ui/core';
import { PostPaymentActions } from './post-payment-actions';

export interface PayInAppProps {
  /** Opens the app. */
  url: string;
  /** Goes back to the form. */
  onStartOver: () => void;
}

/**
 * A payment app was asked to open. The page is left standing, and learns neither whether one did nor what became of the
 * payment: it keeps the link, and the ways on. Interpretation 25.
 */
export function PayInApp({ url, onStartOver }: PayInAppProps) {
  return (
    <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
      <Typography>
        Your payment app should be open now. If none is, open it here, or go back to the form to pay another way.
      </Typography>
      <Button href={url} variant="outlined" size="large">
        Open payment app
      </Button>
      <PostPaymentActions onStartOver={onStartOver} />
    </Stack>
  );
}
