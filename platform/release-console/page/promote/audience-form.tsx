import {
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { regionsRule } from '@shop/releases/state/canary-audience';
import type { FormEvent } from 'react';
import { Note, row, Section } from '../components/layout';
import { type Promotion, parseDraftRegions } from './promotion-draft';

export interface AudienceFormProps {
  promotion: Promotion;
  /** Opens the confirmation. */
  onPromote: () => void;
}

/** Audience and reason of a promotion, and the override of the gates. */
export function AudienceForm({ promotion, onPromote }: AudienceFormProps) {
  const { draft, change, gates, hasChoice } = promotion;
  const isChecked = gates.data !== undefined && !gates.isLoading;
  const hasFindings = isChecked && gates.data !== undefined && gates.data.findings.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPromote();
  };
  const isFilledIn =
    draft.reason.trim() !== '' && (draft.audience === 'everybody' || parseDraftRegions(draft) !== null);
  const isReady = hasChoice && isChecked && isFilledIn && (!hasFindings || draft.isForced);
  return (
    <Section title="3. Promote">
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
        <Box sx={{ ...row, alignItems: 'center', gap: 2 }}>
          <Button type="submit" variant="contained" disabled={!isReady}>
            Promote…
          </Button>
          {hasChoice && !isChecked && <Note>Run the gates first.</Note>}
        </Box>
      </Box>
    </Section>
  );
}

/** Audience of the canary: a share of the visitors, staff and regions. */
function CanaryFields({ promotion: { draft, change } }: { promotion: Promotion }) {
  const regions = parseDraftRegions(draft);
  const hasList = draft.isForStaff || (regions !== null && regions.length > 0);
  return (
    <>
      <TextField
        label="Share of the visitors, in %"
        type="number"
        required
        value={draft.canaryShare}
        onChange={(event) => change({ canaryShare: Number(event.target.value) })}
        slotProps={{ htmlInput: { min: hasList ? 0 : 1, max: 100, step: 1 } }}
        helperText={hasList ? '0 gives the canary to staff and regions only.' : undefined}
        sx={{ maxWidth: 260 }}
      />
      <FormControlLabel
        control={
          <Checkbox checked={draft.isForStaff} onChange={(event) => change({ isForStaff: event.target.checked })} />
        }
        label="Staff, in addition to the share"
      />
      <TextField
        label="Visitors from regions, in addition to the share"
        value={draft.regions}
        onChange={(event) => change({ regions: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500, spellCheck: false, autoCapitalize: 'characters' } }}
        error={!regions}
        helperText={
          regions
            ? 'Region codes with commas, such as KA,MH, as the proxy in front of the gateway sends them.'
            : `One of these is not a region code: ${regionsRule}.`
        }
      />
    </>
  );
}
