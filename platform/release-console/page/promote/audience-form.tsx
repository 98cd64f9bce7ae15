import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  Link,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import { groupsRule, regionsRule } from '@shop/releases/state/canary-audience';
import { findShareProblem } from '@shop/releases/state/canary-shares';
import type { FormEvent } from 'react';
import { isAllowed } from '../api/console-api';
import { ApprovalNote } from '../components/approval-note';
import { formatHash } from '../components/hash-route';
import { Note, row, Section } from '../components/layout';
import { listShareHolders } from '../components/share-holders';
import { type Promotion, type PromotionDraft, type PromotionProps, parseLists, toAudience } from './promotion-draft';
import { StageFields } from './stage-fields';

export interface AudienceFormProps extends PromotionProps {
  /** Opens the confirmation. */
  onPromote: () => void;
}

const audiences: Readonly<Record<PromotionDraft['audience'], string>> = {
  canary: 'Canary: part of the visitors first',
  stages: 'Canary in stages: the share rises by itself',
  everybody: 'Every visitor at once',
};

/** Audience of a promotion. The dialog asks for the reason, and for the override of the gates. */
export function AudienceForm({ environment, promotion, onPromote }: AudienceFormProps) {
  const { draft, change, gates, hasChoice, apps } = promotion;
  const isChecked = gates.data !== undefined && !gates.isLoading;
  const hasFindings = gates.data !== undefined && gates.data.findings.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPromote();
  };
  const mayPromote = (app: string) => isAllowed(environment, 'promote', [app]);
  const mayForce = (app: string) => !hasFindings || isAllowed(environment, 'force', [app]);
  const denied = apps.filter((app) => !mayPromote(app) || !mayForce(app));
  const audience = toAudience(draft);
  const shareProblem = audience && findShareProblem(environment.name, audience.share, listShareHolders(environment));
  const isReady = hasChoice && isChecked && audience !== undefined && !shareProblem && denied.length === 0;
  return (
    <Section title="3. Promote">
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
        <FormControl>
          <FormLabel id="for-whom">Audience</FormLabel>
          <RadioGroup
            aria-labelledby="for-whom"
            value={draft.audience}
            onChange={(_event, value) =>
              change({ audience: value === 'canary' || value === 'stages' ? value : 'everybody' })
            }
          >
            {Object.entries(audiences).map(([value, label]) => (
              <FormControlLabel key={value} value={value} control={<Radio />} label={label} />
            ))}
          </RadioGroup>
        </FormControl>
        {draft.audience === 'canary' && <ShareField promotion={promotion} />}
        {draft.audience === 'stages' && <StageFields promotion={promotion} />}
        {shareProblem && <Alert severity="warning">{shareProblem}</Alert>}
        {draft.audience !== 'everybody' && <AudienceLists promotion={promotion} />}
        {hasChoice && isChecked && <ApprovalNote needs={promotion.needs} />}
        {denied.length > 0 && (
          <Alert severity="info">
            You may not {denied.every(mayPromote) ? 'force' : 'promote'} {formatApps(denied)} in {environment.name}.{' '}
            <Link href={formatHash({ env: '', view: 'policy' })}>The policy</Link> says who may.
          </Alert>
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

/** Share of the visitors in a canary that a person raises. */
function ShareField({ promotion: { draft, change } }: { promotion: Promotion }) {
  const hasList = draft.isForStaff || Object.values(parseLists(draft)).some((names) => names?.length);
  return (
    <TextField
      label="Share of the visitors, in %"
      type="number"
      required
      value={draft.canaryShare}
      onChange={(event) => change({ canaryShare: Number(event.target.value) })}
      slotProps={{ htmlInput: { min: hasList ? 0 : 1, max: 100, step: 1 } }}
      helperText={hasList ? '0 gives the canary to staff, regions and groups only.' : undefined}
      sx={{ maxWidth: 260 }}
    />
  );
}

/** Visitors who get the canary in addition to the share. */
function AudienceLists({ promotion: { draft, change } }: { promotion: Promotion }) {
  const lists = parseLists(draft);
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox checked={draft.isForStaff} onChange={(event) => change({ isForStaff: event.target.checked })} />
        }
        label="Staff, in addition to the share"
      />
      <ListField
        label="Visitors from regions, in addition to the share"
        value={draft.regions}
        onChange={(regions) => change({ regions })}
        help="Region codes with commas, such as KA,MH, as the proxy in front of the gateway sends them."
        problem={lists.regions ? null : `One of these is not a region code: ${regionsRule}.`}
      />
      <ListField
        label="Customers in groups, in addition to the share"
        value={draft.groups}
        onChange={(groups) => change({ groups })}
        help="Names with commas, such as beta,wholesale, as the company's sign-in sends them."
        problem={lists.groups ? null : `One of these is not a group: ${groupsRule}.`}
      />
    </>
  );
}

interface ListFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help: string;
  /** Null when the list is correct. */
  problem: string | null;
}

function ListField({ label, value, onChange, help, problem }: ListFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 500, spellCheck: false, autoCapitalize: 'none' } }}
      error={problem !== null}
      helperText={problem ?? help}
    />
  );
}
