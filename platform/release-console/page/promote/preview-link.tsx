import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { usePreviewMutation } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';
import { useSnackbar } from '../feedback/snackbar';
import { formatDateTime } from '../format/format';

/** Minutes until a link expires: the default of the command line. */
const minutes = 120;

export interface PreviewLinkProps {
  env: string;
  releases: readonly string[];
}

/** Creates a link with which one browser sees the composition before it is live. */
export function PreviewLink({ env, releases }: PreviewLinkProps) {
  const [preview, { data, error, isLoading, originalArgs }] = usePreviewMutation();
  const showMessage = useSnackbar();
  const problem = getErrorResponse(error);
  const isCurrent = originalArgs?.releases.join() === releases.join();
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link);
      showMessage('The link is copied.');
    } catch {
      showMessage('The link could not be copied: select it and copy it by hand.');
    }
  };
  return (
    <>
      <Button loading={isLoading} onClick={() => void preview({ env, releases: [...releases], minutes })}>
        Create a preview link
      </Button>
      {problem && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {problem.error}
        </Alert>
      )}
      {data && isCurrent && (
        <Box sx={{ flexBasis: '100%', bgcolor: 'background.sunken', borderRadius: 1, p: 1.5 }}>
          <Link href={data.link} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
            {data.link}
          </Link>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
            <Typography variant="caption" color="textSecondary" sx={{ mr: 'auto' }}>
              For one browser, until {formatDateTime(data.expiresAt)}.
            </Typography>
            <Button size="small" onClick={() => void copy(data.link)}>
              Copy link
            </Button>
          </Box>
        </Box>
      )}
    </>
  );
}
