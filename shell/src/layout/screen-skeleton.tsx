import { Container, Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';

/**
 * Placeholder of a screen whose remote is loading. A loaded remote shows its own skeleton. The placeholder is as tall as
 * the window: otherwise the screen would push a visible footer down, which is a layout shift.
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
