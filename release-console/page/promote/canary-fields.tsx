import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { regionsRule } from '@shop/releases/state/canary-audience';
import { regionsOf } from './promotion-draft';
import type { Promotion } from './use-promotion';

/** Who gets the canary: a share of the visitors, and those on its lists. */
export function CanaryFields({ promotion: { draft, change } }: { promotion: Promotion }) {
  const regions = regionsOf(draft);
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
        helperText={hasList ? '0 leaves it to those below.' : undefined}
        sx={{ maxWidth: 260 }}
      />
      <FormControlLabel
        control={
          <Checkbox checked={draft.isForStaff} onChange={(event) => change({ isForStaff: event.target.checked })} />
        }
        label="Staff, whatever their bucket"
      />
      <TextField
        label="Visitors from regions, whatever their bucket"
        value={draft.regions}
        onChange={(event) => change({ regions: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500, spellCheck: false, autoCapitalize: 'characters' } }}
        error={!regions}
        helperText={
          regions
            ? 'Codes with commas, such as KA,MH, as the proxy before the gateway names them.'
            : `One of these is no code: ${regionsRule}.`
        }
      />
    </>
  );
}
