import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import type { TokenView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi } from '../api/console-api';
import { CodeBlock } from '../components/code-block';
import { formatDateTime } from '../components/format';
import {
  focusHeading,
  type GlobalScreenProps,
  ListItem,
  Note,
  plainList,
  Section,
  ViewHeading,
} from '../components/layout';
import { Problem, QueryResult } from '../components/query-result';
import { RelativeTime, useNow } from '../components/relative-time';
import { useSnackbar } from '../components/snackbar';
import { TokenForm } from './token-form';

/** The personal tokens of the signed-in person, for the command line and scripts. */
export function TokensScreen({ state, person }: GlobalScreenProps) {
  const query = consoleApi.useTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  return (
    <>
      <ViewHeading
        note={`A command or a script acts for ${person} with a token. It never allows more than you may do.`}
        actions={
          !isCreating && (
            <Button variant="contained" onClick={() => setIsCreating(true)}>
              Create a token…
            </Button>
          )
        }
      >
        Tokens
      </ViewHeading>
      {created !== null && <CreatedToken token={created} onClose={() => setCreated(null)} />}
      {isCreating && (
        <TokenForm
          environments={state.environments.map(({ name }) => name)}
          onCreated={(token) => {
            setCreated(token);
            setIsCreating(false);
            focusHeading();
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      <QueryResult query={query} what="tokens" height={160}>
        {(tokens) => <TokenList tokens={tokens} />}
      </QueryResult>
    </>
  );
}

/** The new token, which the service cannot show again. */
function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Section title="Your new token">
      <Alert severity="warning">Copy it now: the service stores a hash of it only, and cannot show it again.</Alert>
      <CodeBlock what="token">{token}</CodeBlock>
      <Typography>This command asks for it, and keeps it for the commands of your user:</Typography>
      <CodeBlock what="command">{`npm run release -- login ${location.origin}`}</CodeBlock>
      <Box>
        <Button variant="outlined" onClick={onClose}>
          I have copied it
        </Button>
      </Box>
    </Section>
  );
}

function TokenList({ tokens }: { tokens: readonly TokenView[] }) {
  if (tokens.length === 0) return <Typography>You have no token.</Typography>;
  return (
    <Section title="Your tokens">
      <Box component="ul" aria-label="Tokens, newest first" sx={{ ...plainList, gap: 1.5 }}>
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} />
        ))}
      </Box>
    </Section>
  );
}

const formatScope = ({ apps, environments, may }: TokenView['scope']) =>
  [
    may.length > 0 ? formatApps(may) : 'read',
    apps.includes('*') ? 'all apps' : formatApps(apps),
    environments.includes('*') ? 'all environments' : formatApps(environments),
  ].join(' · ');

function TokenItem({ token: { id, name, scope, createdAt, endsAt, usedAt, revokedAt } }: { token: TokenView }) {
  const [revoke, { error, isLoading }] = consoleApi.useRevokeTokenMutation();
  const showMessage = useSnackbar();
  const hasEnded = Date.parse(endsAt) <= useNow();
  const end = revokedAt ? 'revoked' : hasEnded ? 'ended' : null;
  const submit = async () => {
    const { data } = await revoke({ id });
    if (!data) return;
    showMessage(`The token ${name} is revoked.`);
    focusHeading();
  };
  return (
    <ListItem
      title={name}
      chips={end && <Chip size="small" label={end} />}
      action={
        !end && (
          <Button
            variant="outlined"
            color="error"
            aria-label={`Revoke ${name}`}
            loading={isLoading}
            onClick={() => void submit()}
          >
            Revoke
          </Button>
        )
      }
    >
      <Typography variant="body2">{formatScope(scope)}</Typography>
      <Note>
        Created <RelativeTime at={createdAt} />, {hasEnded ? 'ended' : 'ends'} on {formatDateTime(endsAt)},{' '}
        {usedAt ? (
          <>
            last used <RelativeTime at={usedAt} />
          </>
        ) : (
          'never used'
        )}
      </Note>
      <Problem error={error} />
    </ListItem>
  );
}
