import { Alert, Box } from '@mui/material';
import type { NeededApproval } from '@shop/releases/service-api/responses';
import { formatNeededApproval } from './format';

/** Says before a change which approvals it needs. Nothing is shown when it needs none. */
export function ApprovalNote({ needs }: { needs: readonly NeededApproval[] }) {
  if (needs.length === 0) return null;
  return (
    <Alert severity="info">
      This change waits for an approval, and changes nothing before:
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {needs.map((need) => (
          <li key={need.app}>{formatNeededApproval(need)}</li>
        ))}
      </Box>
    </Alert>
  );
}
