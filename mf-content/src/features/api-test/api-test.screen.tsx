import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Box, Button, Container, Skeleton, Stack, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { type ConnectionTest, useConnectionTest } from './use-connection-test';

/** A page for developers that tests the connection to the store API and shows the response. Specification 2 "API test". */
export function ApiTestScreen() {
  const { info } = useStoreInfo();
  const test = useConnectionTest();
  return (
    <Container maxWidth="md" sx={{ py: { xs: 5, md: 9 } }}>
      <DocumentHead title="API connection test" storeName={info?.storeName} description={info?.description} isPrivate />
      <PageHeading>API connection test</PageHeading>
      <Typography sx={{ mt: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        GET <code>{test.url}</code>
      </Typography>
      <Button variant="outlined" onClick={test.retry} disabled={test.kind === 'testing'} sx={{ mt: 3 }}>
        {test.kind === 'testing' ? 'Testing...' : 'Test again'}
      </Button>
      <Box sx={{ mt: 4 }}>
        <TestResult test={test} />
      </Box>
    </Container>
  );
}

function TestResult({ test }: { test: ConnectionTest }) {
  switch (test.kind) {
    case 'testing':
      return <Skeleton variant="rounded" height={320} aria-hidden />;
    case 'failed':
      return (
        <Typography role="alert" sx={{ color: 'error.main', fontWeight: 600 }}>
          {test.message}
        </Typography>
      );
    case 'connected':
      return (
        <Stack spacing={2}>
          <Typography role="status" sx={{ color: 'success.main', fontWeight: 600 }}>
            Connection successful.
          </Typography>
          <Box
            component="pre"
            role="region"
            aria-label="Response"
            // A scrollable region must be focusable, so that the keyboard can scroll it.
            tabIndex={0}
            sx={{
              m: 0,
              p: 2,
              maxHeight: 480,
              overflow: 'auto',
              fontSize: '0.875rem',
              borderRadius: 1,
              backgroundColor: 'background.sunken',
            }}
          >
            {JSON.stringify(test.body, null, 2)}
          </Box>
        </Stack>
      );
  }
}
