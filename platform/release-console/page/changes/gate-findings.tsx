import Alert from '@mui/material/Alert';
import type { Finding } from '../../api/responses';
import { FindingList } from './finding-list';

/** Error message and list of the findings of the gates. */
export function GateFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <Alert severity="error">
        {findings.length === 1 ? 'The gates report one problem.' : `The gates report ${findings.length} problems.`}
      </Alert>
      <FindingList findings={findings} />
    </>
  );
}
