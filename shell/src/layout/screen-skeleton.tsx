import { Container, Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';

/**
 * Holds the place of a screen whose remote is still on its way. Each remote draws its own once it is there. It is as tall
 * as the window: a footer that showed below it would be pushed away by the screen, before the shopper's eyes.
 */
export function ScreenSkeleton() {
  return (
    <Container maxWidth="xl" sx={{ py: { xs: 4, md: 8 }, minHeight: '100dvh' }}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Stack spacing={3} aria-hidden>
        <Skeleton variant="rounded" width="40%" height={48} />
        <Skeleton variant="rounded" width="70%" height={20} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    </Container>
  );
}
