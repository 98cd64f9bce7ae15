import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { useState } from 'react';
import type { EnvironmentView, HistoryEntry } from '../../api/responses';
import { isAllowed } from '../actions/permission';
import { ViewHeading } from '../navigation/view-heading';
import { RollbackDialog } from '../rollback/rollback-dialog';
import { WebhookDeliveries } from '../webhooks/webhook-deliveries';
import { CompareChanges } from './compare-changes';
import { HistoryItem } from './history-item';
import { useHistory } from './use-history';

/** The audit log of an environment, with a comparison of two changes. */
export function HistoryScreen({ environment }: { environment: EnvironmentView }) {
  const { entries, isLoading, isLoadingMore, problem, loadMore } = useHistory(environment.name);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [target, setTarget] = useState<number | null>(null);
  const pick = (seq: number) =>
    setPicked((before) =>
      before.includes(seq) ? before.filter((picked) => picked !== seq) : [...before, seq].slice(-2),
    );
  const differs = (entry: HistoryEntry) => compareCompositions(environment.composition, entry.composition).length > 0;
  const mayRollBack = isAllowed(environment, 'rollback', ['*']);
  return (
    <>
      <div>
        <ViewHeading>History of {environment.name}</ViewHeading>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          Every change is signed and contains the hash of the previous change. Select two to compare them.
        </Typography>
      </div>
      <WebhookDeliveries env={environment.name} />
      {problem && <Alert severity="error">{problem}</Alert>}
      {isLoading && <Skeleton variant="rounded" height={320} />}
      <CompareChanges entries={entries} picked={picked} onClear={() => setPicked([])} />
      <Box component="ol" aria-label="Changes, newest first" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <HistoryItem
            key={entry.seq}
            entry={entry}
            isCurrent={entry.seq === environment.seq}
            isPicked={picked.includes(entry.seq)}
            onPick={() => pick(entry.seq)}
            onRollBack={mayRollBack && differs(entry) ? () => setTarget(entry.seq) : null}
          />
        ))}
      </Box>
      {loadMore && (
        <Box>
          <Button variant="outlined" loading={isLoadingMore} onClick={loadMore}>
            Show earlier changes
          </Button>
        </Box>
      )}
      {target !== null && <RollbackDialog environment={environment} to={target} onClose={() => setTarget(null)} />}
    </>
  );
}
