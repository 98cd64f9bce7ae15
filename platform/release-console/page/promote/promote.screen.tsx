import { Alert, Box, Typography } from '@mui/material';
import { formatApps, formatAudience, formatStages } from '@shop/releases/change-model/words';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi, isAllowed } from '../api/console-api';
import { ActionDialog } from '../components/action-dialog';
import { ApprovalNote } from '../components/approval-note';
import { ChangeList } from '../components/change-list';
import { type EnvironmentScreenProps, ViewHeading } from '../components/layout';
import { Problem } from '../components/query-result';
import { Obstacles } from '../live/locks';
import { AudienceForm } from './audience-form';
import { GateReport } from './gate-report';
import { type Promotion, toAudience, usePromotion } from './promotion-draft';
import { VersionPicker } from './version-picker';

/** Promotion in three steps: choose versions, run the gates, promote. */
export function PromoteScreen({ environment, all }: EnvironmentScreenProps) {
  const promotion = usePromotion(environment);
  const { data: releases = [], error } = consoleApi.useReleasesQuery();
  const [isConfirming, setIsConfirming] = useState(false);
  const { name, canaries } = environment;
  const running = formatApps(canaries.flatMap(({ apps }) => apps));
  return (
    <>
      <ViewHeading note="Apps without a choice keep their live version.">Promote in {name}</ViewHeading>
      <Problem error={error} />
      <Obstacles environment={environment} apps={promotion.apps} />
      {running && (
        <Alert severity="info">
          Canaries of {running} are running. A promotion to every visitor ends the canaries of its apps; the others go
          on with the new versions, or end when they do not pass the gates.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 4, lg: 6 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
        }}
      >
        <VersionPicker environment={environment} all={all} releases={releases} promotion={promotion} />
        <Box sx={{ display: 'grid', gap: 4 }}>
          <GateReport environment={environment} promotion={promotion} />
          <AudienceForm environment={environment} promotion={promotion} onPromote={() => setIsConfirming(true)} />
        </Box>
      </Box>
      {isConfirming && (
        <PromoteDialog environment={environment} promotion={promotion} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}

interface PromoteDialogProps {
  environment: EnvironmentView;
  promotion: Promotion;
  onClose: () => void;
}

/** Confirms the promotion. The server runs the gates again on the composition that is live then. */
function PromoteDialog({ environment, promotion, onClose }: PromoteDialogProps) {
  const { name: env } = environment;
  const { draft, selection, apps, gates, needs, finish } = promotion;
  const { changes = [], findings = [] } = gates.data ?? {};
  const canary = toAudience(draft) ?? null;
  const stages = canary?.stages ?? [];
  const audienceGets = canary ? `In ${env}, ${formatAudience(canary)} get` : `Every visitor of ${env} gets`;
  return (
    <ActionDialog
      environment={environment}
      title={findings.length > 0 ? `Force this into ${env}?` : `Promote in ${env}?`}
      confirm="Promote"
      force={isAllowed(environment, 'force', apps) ? 'Promote against the gates' : undefined}
      knownFindings={findings}
      change={{ kind: 'promote', ...selection, canary, reason: '', isForced: false }}
      done={`${audienceGets} it with the next page.`}
      nextView="live"
      onDone={finish}
      onClose={onClose}
    >
      <Typography>{audienceGets} this with the next page. The gates run again first.</Typography>
      {stages.length > 0 && <Typography>Then {formatStages(stages)}.</Typography>}
      <ApprovalNote needs={needs} />
      <ChangeList changes={changes} label="Changes" />
    </ActionDialog>
  );
}
