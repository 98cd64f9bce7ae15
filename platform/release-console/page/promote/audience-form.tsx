import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { CanaryFields } from './canary-fields';
import { parseDraftRegions } from './promotion-draft';
import type { Promotion } from './use-promotion';

export interface AudienceFormProps {
  promotion: Promotion;
  /** Opens the confirmation. */
  onPromote: () => void;
}

/** Audience and reason of a promotion, and the override of the gates. */
export function AudienceForm({ promotion, onPromote }: AudienceFormProps) {
  const { draft, change, gates, hasChoice } = promotion;
  const hasFindings = gates.kind === 'done' && gates.result.findings.length > 0;
  const isChecked = gates.kind === 'done';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPromote();
  };
  const isFilledIn =
    draft.reason.trim() !== '' && (draft.audience === 'everybody' || parseDraftRegions(draft) !== null);
  const isReady = hasChoice && isChecked && isFilledIn && (!hasFindings || draft.isForced);
  return (
    <Box component="section" aria-labelledby="audience">
      <Typography variant="h2" id="audience" sx={{ mb: 2 }}>
        3. Promote
      </Typography>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
        <FormControl>
          <FormLabel id="for-whom">Audience</FormLabel>
          <RadioGroup
            aria-labelledby="for-whom"
            value={draft.audience}
            onChange={(_event, value) => change({ audience: value === 'canary' ? 'canary' : 'everybody' })}
          >
            <FormControlLabel value="canary" control={<Radio />} label="Canary: part of the visitors first" />
            <FormControlLabel value="everybody" control={<Radio />} label="Every visitor at once" />
          </RadioGroup>
        </FormControl>
        {draft.audience === 'canary' && <CanaryFields promotion={promotion} />}
        <TextField
          label="Reason for the audit log"
          required
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {hasFindings && (
          <FormControlLabel
            control={
              <Checkbox checked={draft.isForced} onChange={(event) => change({ isForced: event.target.checked })} />
            }
            label="Promote against the gates; the audit log records the findings and my name"
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button type="submit" variant="contained" disabled={!isReady}>
            Promote…
          </Button>
          {hasChoice && !isChecked && (
            <Typography color="textSecondary" variant="body2">
              Run the gates first.
            </Typography>
          )}
        </Box>
      </Box>
    </Box>
  );
}
