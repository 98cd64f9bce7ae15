import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { HistoryEntry } from '../../api/responses';
import { ChangeList } from '../changes/change-list';

export interface CompareChangesProps {
  entries: readonly HistoryEntry[];
  /** Numbers of the selected changes, at most two. */
  picked: readonly number[];
  onClear: () => void;
}

/** Differences between the live compositions after two changes. */
export function CompareChanges({ entries, picked, onClear }: CompareChangesProps) {
  const selected = entries.filter(({ seq }) => picked.includes(seq)).sort((a, b) => a.seq - b.seq);
  const [before, after] = selected;
  return (
    <Box role="status">
      {before && (
        <Box
          sx={{
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            p: 2.5,
            display: 'grid',
            gap: 1.5,
          }}
        >
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
