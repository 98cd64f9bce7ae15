import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

export interface LoadFailureProps {
  problem: string;
  onRetry: () => void;
}

/** The error of a failed request, with a button that sends it again. */
export function LoadFailure({ problem, onRetry }: LoadFailureProps) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem}
    </Alert>
  );
}
