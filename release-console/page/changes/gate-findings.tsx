import Alert from '@mui/material/Alert';
import type { Finding } from '../../api/responses';
import { FindingList } from './finding-list';

/** Says that the gates refuse a composition, and what they find. */
export function GateFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <Alert severity="error">
        {findings.length === 1
          ? 'The gates find one thing against it.'
          : `The gates find ${findings.length} things against it.`}
      </Alert>
      <FindingList findings={findings} />
    </>
  );
}
