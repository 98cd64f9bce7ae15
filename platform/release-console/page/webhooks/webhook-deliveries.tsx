import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { WebhookView } from '../../api/responses';
import { useWebhooksQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';
import { LoadFailure } from '../feedback/load-failure';
import { formatDateTime } from '../format/format';
import { RelativeTime } from '../format/relative-time';

/** Milliseconds between two loads. The console delivers every two seconds. */
const reloadInterval = 10_000;

/** What each webhook of an environment has received, and which deliveries wait or were given up. */
export function WebhookDeliveries({ env }: { env: string }) {
  const { currentData, error, refetch } = useWebhooksQuery(env, {
    pollingInterval: reloadInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const problem = getErrorResponse(error);
  return (
    <Box
      component="section"
      aria-labelledby="webhooks"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h2" id="webhooks">
        Webhooks
      </Typography>
      {problem ? (
        <LoadFailure problem={problem.error} onRetry={() => void refetch()} />
      ) : (
        <WebhookList webhooks={currentData} />
      )}
    </Box>
  );
}

function WebhookList({ webhooks }: { webhooks: readonly WebhookView[] | undefined }) {
  if (!webhooks) return <Skeleton variant="text" width="20rem" role="status" aria-label="Loading webhooks" />;
  if (webhooks.length === 0) {
    return (
      <Typography color="textSecondary" variant="body2">
        No webhook receives these changes. RELEASE_WEBHOOKS names a file with webhooks.
      </Typography>
    );
  }
  return (
    <Box component="ul" aria-label="Webhooks" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {webhooks.map((webhook) => (
        <WebhookItem key={webhook.name} webhook={webhook} />
      ))}
    </Box>
  );
}

function WebhookItem({ webhook }: { webhook: WebhookView }) {
  const { name, handled, pending, attempts, lastError, nextAttemptAt, givenUp } = webhook;
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 2,
        display: 'grid',
        gap: 1,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="h3">{name}</Typography>
        <Chip size="small" label={`${pending} pending`} sx={attempts > 0 ? { bgcolor: 'sale', color: 'onSale' } : {}} />
        {givenUp.length > 0 && <Chip size="small" color="error" label={`${givenUp.length} given up`} />}
        <Typography variant="body2" color="textSecondary">
          Delivered up to change {handled}
        </Typography>
      </Box>
      {attempts > 0 && (
        <Typography variant="body2">
          {attempts} failed {attempts === 1 ? 'attempt' : 'attempts'}
          {lastError && `, last error: ${lastError}`}
          {nextAttemptAt && `, next attempt ${formatDateTime(nextAttemptAt)}`}
        </Typography>
      )}
      {givenUp.length > 0 && (
        <Alert severity="error" variant="outlined">
          These changes were not delivered and will not be tried again:
          <Box component="ul" aria-label={`Changes that ${name} did not receive`} sx={{ m: 0, pl: 2.5 }}>
            {givenUp.map(({ change, at, error }) => (
              <li key={`${change} ${at}`}>
                change {change}, <RelativeTime at={at} />: {error}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
}
