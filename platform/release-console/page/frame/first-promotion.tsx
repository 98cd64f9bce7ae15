import { Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { consoleApi } from '../api/console-api';
import { ActionDialog } from '../components/action-dialog';
import { ChangeList } from '../components/change-list';
import { CodeBlock } from '../components/code-block';
import { Section, ViewHeading } from '../components/layout';
import { Problem } from '../components/query-result';

const publishCommand = `for app in shell mf-account-orders mf-cart-checkout mf-catalog mf-content mf-payment; do
  npm run release -- publish $app --version 1.0.0
done`;

/** Guides to the first promotion: publish the apps, then promote them together. */
export function FirstPromotion() {
  const { data: releases = [], error } = consoleApi.useReleasesQuery(undefined, { pollingInterval: 5000 });
  const [isOpen, setIsOpen] = useState(false);
  const newest = releases.flatMap(({ releases: versions }) => versions.find(({ isDamaged }) => !isDamaged) ?? []);
  const hasShell = newest.some(({ app }) => app === 'shell');
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: '44rem' }}>
      <ViewHeading note="Two steps lead to the first promotion.">Nothing is live yet</ViewHeading>
      <Problem error={error} />
      <Section title="1. Publish the shell and its remotes">
        <Typography>
          {hasShell
            ? `${newest.length} apps are published. Publish others now, or later.`
            : 'Run this in the folder of the repository. It builds each app twice and stores its files:'}
        </Typography>
        {!hasShell && <CodeBlock what="command">{publishCommand}</CodeBlock>}
      </Section>
      <Section title="2. Promote them together">
        <ChangeList
          changes={newest.map(({ app, version, digest }) => ({ app, before: null, after: { app, version, digest } }))}
          label="Newest versions"
        />
        <Box>
          <Button variant="contained" disabled={!hasShell} onClick={() => setIsOpen(true)}>
            Promote…
          </Button>
        </Box>
      </Section>
      {isOpen && (
        <FirstPromotionDialog
          releases={newest.map(({ app, version }) => `${app}@${version}`)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Box>
  );
}

function FirstPromotionDialog({ releases, onClose }: { releases: string[]; onClose: () => void }) {
  const [env, setEnv] = useState('production');
  return (
    <ActionDialog
      environment={{ name: env, seq: 0 }}
      title="Promote for the first time?"
      effect="Every visitor gets these versions. The gates run first, which can take a minute."
      confirm="Promote"
      change={{
        kind: 'promote',
        env,
        reason: '',
        isForced: false,
        releases,
        removedApps: [],
        removedPaths: [],
        canary: null,
      }}
      done={`${env} is live with ${releases.length} apps.`}
      onClose={onClose}
    >
      <TextField
        label="Environment"
        required
        value={env}
        onChange={(event) => setEnv(event.target.value)}
        helperText="The shop of this machine serves production."
      />
    </ActionDialog>
  );
}
