import Skeleton from '@mui/material/Skeleton';

/** Placeholder with the shape of the live view: a heading and a table. */
export function LoadingConsole() {
  return (
    <div role="status" aria-label="Loading the live state">
      <Skeleton variant="text" width="16rem" height={56} />
      <Skeleton variant="text" width="24rem" />
      <Skeleton variant="rounded" height={360} sx={{ mt: 3 }} />
    </div>
  );
}
