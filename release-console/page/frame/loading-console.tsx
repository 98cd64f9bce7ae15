import Skeleton from '@mui/material/Skeleton';

/** In the shape of what comes: a heading and a table. */
export function LoadingConsole() {
  return (
    <div role="status" aria-label="Loading what is live">
      <Skeleton variant="text" width="16rem" height={56} />
      <Skeleton variant="text" width="24rem" />
      <Skeleton variant="rounded" height={360} sx={{ mt: 3 }} />
    </div>
  );
}
