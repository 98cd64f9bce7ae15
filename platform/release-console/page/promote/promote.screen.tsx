import { Alert, Box, Typography } from '@mui/material';
import { formatApps, formatAudience, formatStages } from '@shop/releases/change-model/words';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi, isAllowed } from '../api/console-api';
import { ActionDialog, type ChangeDialogProps } from '../components/action-dialog';
import { ApprovalNote } from '../components/approval-note';
import { ChangeList } from '../components/change-list';
import { EndedCanaries } from '../components/ended-canaries';
import { type EnvironmentScreenProps, ViewHeading } from '../components/layout';
import { Problem } from '../components/query-result';
import { WhoMay } from '../components/who-may';
import { Obstacles } from '../live/locks';
import { AudienceForm } from './audience-form';
import { GateReport } from './gate-report';
import { type Promotion, toAudience, toCurrentGates, usePromotion } from './promotion-draft';
import { VersionPicker } from './version-picker';

/** Promotion in three steps: choose versions, run the gates, promote. */
export function PromoteScreen(props: EnvironmentScreenProps) {
  const { environment } = props;
  if (isAllowed(environment, 'promote', null)) return <PromotionForm {...props} />;
  return (
    <>
      <ViewHeading>Promote in {environment.name}</ViewHeading>
      <WhoMay environment={environment.name} />
    </>
  );
}

function PromotionForm({ environment, all, person }: EnvironmentScreenProps) {
  const promotion = usePromotion(environment, person);
  const { data: releases = [], error } = consoleApi.useReleasesQuery();
  const [isConfirming, setIsConfirming] = useState(false);
  const { name } = environment;
  return (
    <>
      <ViewHeading note="Apps without a choice keep their live version.">Promote in {name}</ViewHeading>
      <Problem error={error} />
      <Obstacles environment={environment} apps={promotion.apps} />
      {promotion.draft.audience === 'everybody' ? (
        <EndedCanaries environment={environment} apps={promotion.apps} />
      ) : (
        <BusyApps environment={environment} apps={promotion.apps} />
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

/** Says which chosen apps are in a canary already, and whom to ask: an app is in one canary at a time. */
function BusyApps({ environment: { canaries }, apps }: { environment: EnvironmentView; apps: readonly string[] }) {
  const busy = canaries.filter((canary) => canary.apps.some((app) => apps.includes(app)));
  if (busy.length === 0) return null;
  return (
    <Alert severity="warning">
      {busy
        .map(({ apps: own, owner, share }) => {
          const whose = owner ? `the canary of ${owner}` : 'a canary';
          return `${formatApps(own)} is in ${whose} (${share} %): complete or halt it${owner && `, or ask ${owner}`}, then start another one.`;
        })
        .join(' ')}
    </Alert>
  );
}

interface PromoteDialogProps extends ChangeDialogProps {
  promotion: Promotion;
}

/** Confirms the promotion. The server runs the gates again on the composition that is live then. */
function PromoteDialog({ environment: current, promotion, onClose }: PromoteDialogProps) {
  const { draft, change, finish } = promotion;
  // What the person has reviewed: another tab can change the draft, and another person the live composition.
  const [reviewed] = useState({ ...promotion, environment: current });
  const { selection, apps, gates, needs } = reviewed;
  const isOutdated = !toCurrentGates(gates, current).data;
  const environment = isOutdated ? reviewed.environment : current;
  const { name: env } = environment;
  const { changes = [], findings = [] } = gates.data ?? {};
  const canary = toAudience(reviewed.draft) ?? null;
  const stages = canary?.stages ?? [];
  const audienceGets = canary ? `In ${env}, ${formatAudience(canary)} get` : `Every visitor of ${env} gets`;
  return (
    <ActionDialog
      environment={environment}
      title={findings.length > 0 ? `Force this into ${env}?` : `Promote in ${env}?`}
      confirm="Promote"
      force={isAllowed(environment, 'force', apps) ? 'Promote against the gates' : undefined}
      knownFindings={findings}
      change={isOutdated ? undefined : { kind: 'promote', ...selection, canary, reason: '', isForced: false }}
      done={`${audienceGets} it with the next page.`}
      nextView="live"
      keptReason={{ value: draft.reason, onChange: (reason) => change({ reason }) }}
      onDone={finish}
      onClose={onClose}
    >
      {isOutdated && (
        <Alert severity="warning">
          {env} has changed since the gates ran: close this and run them again. Your reason stays.
        </Alert>
      )}
      <Typography>{audienceGets} this with the next page. The gates run again first.</Typography>
      {stages.length > 0 && <Typography>Then {formatStages(stages)}.</Typography>}
      {!canary && <EndedCanaries environment={environment} apps={apps} />}
      <ApprovalNote needs={needs} />
      <ChangeList changes={changes} label="Changes" />
    </ActionDialog>
  );
}
