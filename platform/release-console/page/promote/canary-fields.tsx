import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { regionsRule } from '@shop/releases/state/canary-audience';
import { parseDraftRegions } from './promotion-draft';
import type { Promotion } from './use-promotion';

/** Audience of the canary: a share of the visitors, staff and regions. */
export function CanaryFields({ promotion: { draft, change } }: { promotion: Promotion }) {
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
