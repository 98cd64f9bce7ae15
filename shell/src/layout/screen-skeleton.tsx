import { Container, Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';

/** Holds the place of a screen whose remote is still on its way. Each remote draws its own once it is there. */
export function ScreenSkeleton() {
  return (
    <Container maxWidth="xl" sx={{ py: { xs: 4, md: 8 } }}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Stack spacing={3} aria-hidden>
        <Skeleton variant="rounded" width="40%" height={48} />
        <Skeleton variant="rounded" width="70%" height={20} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    </Container>
  );
}
