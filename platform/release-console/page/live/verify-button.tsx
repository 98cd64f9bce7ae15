import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { VerifyResult } from '@shop/releases/service-api/responses';
import { useId } from 'react';
import { consoleApi } from '../api/console-api';
import { Problem } from '../components/query-result';

/** Verifies the live files and the audit log, and shows the result. */
export function VerifyButton({ env }: { env: string }) {
  const [verify, { data, error, isLoading, reset }] = consoleApi.useVerifyMutation();
  const titleId = useId();
  return (
    <>
      <Button variant="outlined" loading={isLoading} onClick={() => void verify({ env })}>
        Verify files
      </Button>
      <Dialog
        open={data !== undefined || error !== undefined}
        onClose={reset}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="sm"
      >
        <DialogTitle id={titleId}>Verification of {env}</DialogTitle>
        <DialogContent>
          <Problem error={error} />
          {data && <Verified result={data} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={reset} autoFocus>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Verified({ result: { releases, changes } }: { result: VerifyResult }) {
  const damaged = releases.filter((release) => release.damaged.length > 0);
  const files = releases.reduce((sum, release) => sum + release.files, 0);
  if (damaged.length === 0) {
    return (
      <Typography>
        All {files} files of {releases.length} releases are unchanged. The audit log of {changes} changes is valid:
        every hash and signature is correct.
      </Typography>
    );
  }
  return (
    <Alert severity="error">
      {damaged.map(({ app, version, damaged: names }) => (
        <div key={app}>
          {app} {version}: {names.join(', ')}
        </div>
      ))}
      Publish these apps under a new version, and promote it.
    </Alert>
  );
}
