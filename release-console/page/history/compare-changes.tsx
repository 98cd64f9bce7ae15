import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { HistoryEntry } from '../../api/responses';
import { ChangeList } from '../changes/change-list';

export interface CompareChangesProps {
  entries: readonly HistoryEntry[];
  /** Numbers of the chosen changes, at most two. */
  picked: readonly number[];
  onClear: () => void;
}

/** What differs between what was live after two changes. */
export function CompareChanges({ entries, picked, onClear }: CompareChangesProps) {
  const chosen = entries.filter(({ seq }) => picked.includes(seq)).sort((one, other) => one.seq - other.seq);
  const [before, after] = chosen;
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
            {after ? `From change ${before.seq} to change ${after.seq}` : `Change ${before.seq}, and …`}
          </Typography>
          {after ? (
            <ChangeList changes={compareCompositions(before.composition, after.composition)} label="What differs" />
          ) : (
            <Typography color="textSecondary">Choose a second change to compare it with.</Typography>
          )}
          <Box>
            <Button size="small" onClick={onClear}>
              End the comparison
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}
