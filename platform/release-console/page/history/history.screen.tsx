import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import type { HistoryEntry } from '@shop/releases/service-api/responses';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { useState } from 'react';
import { isAllowed, useHistory } from '../api/console-api';
import { ChangeList } from '../components/change-list';
import { type EnvironmentScreenProps, panel, plainList, ViewHeading } from '../components/layout';
import { Problem } from '../components/query-result';
import { HistoryItem } from './history-item';
import { HistorySearch, readChangeNumber, toHistoryFilter } from './history-search';
import { RollbackDialog } from './rollback-dialog';
import { StateAt } from './state-at';
import { WebhookDeliveries } from './webhook-deliveries';

/** The audit log of an environment, with a search and a comparison of two changes. */
export function HistoryScreen({ environment, params }: EnvironmentScreenProps) {
  const { entries, isLoading, isLoadingMore, error, loadMore } = useHistory(environment.name, toHistoryFilter(params));
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [target, setTarget] = useState<number | null>(null);
  const pick = (seq: number) =>
    setPicked((before) =>
      before.includes(seq) ? before.filter((picked) => picked !== seq) : [...before, seq].slice(-2),
    );
  const mayRollBackTo = (entry: HistoryEntry) => {
    const apps = compareCompositions(environment.composition, entry.composition).map(({ app }) => app);
    return apps.length > 0 && isAllowed(environment, 'rollback', apps);
  };
  const linked = readChangeNumber(params);
  return (
    <>
      <ViewHeading note="Every change is signed and contains the hash of the previous change. Select two to compare them.">
        History of {environment.name}
      </ViewHeading>
      <WebhookDeliveries env={environment.name} />
      <StateAt env={environment.name} params={params} />
      <HistorySearch environment={environment} params={params} />
      <Problem error={error} />
      {isLoading && <Skeleton variant="rounded" height={320} />}
      {linked !== null && !isLoading && !error && entries[0]?.seq !== linked && (
        <Alert severity="warning">
          {environment.name} has no change {linked}: the newest is {environment.seq}.
        </Alert>
      )}
      <CompareChanges entries={entries} picked={picked} onClear={() => setPicked([])} />
      <Box component="ol" aria-label="Changes, newest first" sx={{ ...plainList, display: 'block' }}>
        {entries.map((entry) => (
          <HistoryItem
            key={entry.seq}
            env={environment.name}
            entry={entry}
            isCurrent={entry.seq === environment.seq}
            isPicked={picked.includes(entry.seq)}
            onPick={() => pick(entry.seq)}
            onRollBack={mayRollBackTo(entry) ? () => setTarget(entry.seq) : null}
          />
        ))}
      </Box>
      {!isLoading && !error && entries.length === 0 && (
        <Typography>{loadMore ? 'No change matches so far.' : 'No change matches.'}</Typography>
      )}
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

interface CompareChangesProps {
  entries: readonly HistoryEntry[];
  /** Numbers of the selected changes, at most two. */
  picked: readonly number[];
  onClear: () => void;
}

/** Differences between the live compositions after two changes. */
function CompareChanges({ entries, picked, onClear }: CompareChangesProps) {
  const selected = entries.filter(({ seq }) => picked.includes(seq)).sort((a, b) => a.seq - b.seq);
  const [before, after] = selected;
  return (
    <Box role="status">
      {before && (
        <Box sx={{ ...panel, p: 2.5, gap: 1.5 }}>
          <Typography variant="h2">
            {after ? `From change ${before.seq} to change ${after.seq}` : `Change ${before.seq} and …`}
          </Typography>
          {after ? (
            <ChangeList changes={compareCompositions(before.composition, after.composition)} label="Differences" />
          ) : (
            <Typography color="textSecondary">Choose a second change to compare it with.</Typography>
          )}
          <Box>
            <Button size="small" onClick={onClear}>
              Close comparison
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}
