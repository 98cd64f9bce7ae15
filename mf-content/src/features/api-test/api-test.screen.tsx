import { useTexts } from '@shop/language/texts';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import * as styles from './api-test.module.css';
import { type ConnectionTest, useConnectionTest } from './use-connection-test';

/** A page for developers that tests the connection to the store API and shows the response. Specification 2 "API test". */
export function ApiTestScreen() {
  const t = useTexts();
  const test = useConnectionTest();
  return (
    <Page maxWidth="md">
      <DocumentHead title={t('API connection test')} isPrivate />
      <PageHeading>{t('API connection test')}</PageHeading>
      <Typography tone="secondary" className={styles.call}>
        GET <code>{test.url}</code>
      </Typography>
      <Button variant="outlined" onClick={test.retry} disabled={test.kind === 'testing'} className={styles.repeat}>
        {test.kind === 'testing' ? t('Testing...') : t('Test again')}
      </Button>
      <div className={styles.result}>
        <TestResult test={test} />
      </div>
    </Page>
  );
}

function TestResult({ test }: { test: ConnectionTest }) {
  const t = useTexts();
  switch (test.kind) {
    case 'testing':
      return <Skeleton variant="rounded" height={320} aria-hidden />;
    case 'failed':
      return (
        <Typography role="alert" className={styles.failure}>
          {test.message}
        </Typography>
      );
    case 'connected':
      return (
        <div className={styles.connected}>
          <Typography role="status" className={styles.success}>
            {t('Connection successful.')}
          </Typography>
          <section
            aria-label={t('Response')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that the keyboard can scroll it
            tabIndex={0}
            className={styles.response}
          >
            <pre lang={t.dataLanguage}>{JSON.stringify(test.body, null, 2)}</pre>
          </section>
        </div>
      );
  }
}
