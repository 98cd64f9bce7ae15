import { Box, Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { PolicyColumns } from './policy-article';

const sections = ['first', 'second', 'third'];

/** The placeholder of a policy that loads. */
export function PolicySkeleton() {
  return (
    <PolicyColumns role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden>
        {sections.map((section) => (
          <Box key={section} sx={{ mb: 6 }}>
            <Skeleton width="45%" height={40} sx={{ mb: 2 }} />
            <Skeleton height={28} />
            <Skeleton height={28} />
            <Skeleton width="80%" height={28} />
          </Box>
        ))}
      </div>
    </PolicyColumns>
  );
}
