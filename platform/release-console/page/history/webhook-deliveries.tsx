import { Alert, Box, Chip, Typography } from '@mui/material';
import { formatTitle } from '@shop/releases/change-model/words';
import type { WebhookView } from '@shop/releases/service-api/responses';
import { formatDelivered } from '@shop/releases/webhooks/format-delivered';
import { consoleApi, reloadEvery } from '../api/console-api';
import { formatDateTime } from '../components/format';
import { Note, panel, plainList, row, Section } from '../components/layout';
import { QueryResult } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';

/** What each webhook of an environment has received, and which deliveries wait or were given up. */
export function WebhookDeliveries({ env }: { env: string }) {
  // The console delivers every two seconds.
  const query = consoleApi.useWebhooksQuery({ env }, reloadEvery(10_000));
  return (
    <Section title="Webhooks" gap={1.5}>
      <QueryResult query={query} what="webhooks" height={24}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Note>No webhook receives these changes. RELEASE_WEBHOOKS names a file with webhooks.</Note>
          ) : (
            <Box component="ul" aria-label="Webhooks" sx={{ ...plainList, gap: 1 }}>
              {webhooks.map((webhook) => (
                <WebhookItem key={webhook.name} webhook={webhook} />
              ))}
            </Box>
          )
        }
      </QueryResult>
    </Section>
  );
}

function WebhookItem({ webhook }: { webhook: WebhookView }) {
  const { name, pending, attempts, lastError, nextAttemptAt, givenUp } = webhook;
  return (
    <Box component="li" sx={{ ...panel, p: 2, gap: 1 }}>
      <Box sx={{ ...row, alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="h3">{name}</Typography>
        <Chip size="small" label={`${pending} pending`} sx={attempts > 0 ? { bgcolor: 'sale', color: 'onSale' } : {}} />
        {givenUp.length > 0 && <Chip size="small" color="error" label={`${givenUp.length} given up`} />}
        <Note>{formatTitle(formatDelivered(webhook))}</Note>
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
