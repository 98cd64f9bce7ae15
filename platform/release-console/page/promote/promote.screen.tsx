import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { useReleasesQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';
import { formatApps } from '../format/format';
import { ViewHeading } from '../navigation/view-heading';
import { AudienceForm } from './audience-form';
import { GateReport } from './gate-report';
import { PromoteDialog } from './promote-dialog';
import { usePromotion } from './use-promotion';
import { VersionPicker } from './version-picker';

/** Promotion in three steps: choose versions, run the gates, promote. */
export function PromoteScreen({ environment }: { environment: EnvironmentView }) {
  const promotion = usePromotion(environment);
  const { data: releases = [], error } = useReleasesQuery();
  const [isConfirming, setIsConfirming] = useState(false);
  const problem = getErrorResponse(error);
  const { name, canaries } = environment;
  const running = formatApps(canaries.flatMap(({ apps }) => apps));
  return (
    <>
      <div>
        <ViewHeading>Promote in {name}</ViewHeading>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          Apps without a choice keep their live version.
        </Typography>
      </div>
      {problem && <Alert severity="error">{problem.error}</Alert>}
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
        <VersionPicker environment={environment} releases={releases} promotion={promotion} />
        <Box sx={{ display: 'grid', gap: 4 }}>
          <GateReport environment={environment} promotion={promotion} />
          <AudienceForm promotion={promotion} onPromote={() => setIsConfirming(true)} />
        </Box>
      </Box>
      {isConfirming && (
        <PromoteDialog environment={environment} promotion={promotion} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}
