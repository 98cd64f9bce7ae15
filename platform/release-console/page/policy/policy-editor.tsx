import { Box, TextField } from '@mui/material';
import type { PolicyView } from '@shop/releases/service-api/responses';
import { type FormEvent, useState } from 'react';
import { consoleApi, getErrorResponse } from '../api/console-api';
import { formatHash } from '../components/hash-route';
import { FormButtons, oneColumn, Section } from '../components/layout';
import { Problem } from '../components/query-result';
import { useSnackbar } from '../components/snackbar';
import { TextDiff } from '../components/text-diff';
import { formatPolicy } from './format-policy';

export interface PolicyEditorProps {
  view: PolicyView;
  onClose: () => void;
}

/** Parses the typed policy. @returns The message about a text that is not a JSON object. */
function parsePolicy(text: string): { policy: Record<string, unknown> } | { problem: string } {
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null && !Array.isArray(policy)) return { policy: { ...policy } };
    return { problem: 'Write one JSON object.' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Edits the policy as JSON, and proposes it to a second person. */
export function PolicyEditor({ view, onClose }: PolicyEditorProps) {
  // The version that the person saw: the server refuses a proposal for an older one.
  const [{ version, policy: current }] = useState(view);
  const before = formatPolicy(current);
  const [text, setText] = useState(before);
  const [reason, setReason] = useState('');
  const [propose, { error, isLoading, reset }] = consoleApi.useProposePolicyMutation();
  const showMessage = useSnackbar();
  const parsed = parsePolicy(text);
  const isInvalid = error !== undefined && 'status' in error && error.status === 400;
  const problem = 'problem' in parsed ? parsed.problem : isInvalid ? getErrorResponse(error).error : null;
  const isChanged = 'policy' in parsed && JSON.stringify(parsed.policy) !== JSON.stringify(current);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ('problem' in parsed) return;
    const { data } = await propose({ replaces: version, policy: parsed.policy, reason: reason.trim() });
    if (!data) return;
    showMessage('The change waits for the approval of another person.');
    location.assign(formatHash({ env: '', view: 'approvals' }));
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ ...oneColumn, gap: 3 }}>
      <TextField
        multiline
        autoFocus
        label={`Policy, after version ${version}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
        error={problem !== null}
        helperText={problem ?? 'JSON. Roles name permissions, apps and environments; people and groups have roles.'}
        minRows={16}
        maxRows={32}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' }, inputLabel: { shrink: true } }}
        sx={{ '& textarea': { fontFamily: 'monospace', fontSize: '0.875rem', lineHeight: 1.5 } }}
      />
      {isChanged && (
        <Section title="Your change">
          <TextDiff
            before={before}
            after={formatPolicy(parsed.policy as PolicyView['policy'])}
            label={`Difference from version ${version}`}
          />
        </Section>
      )}
      <TextField
        label="Reason for the history"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {!isInvalid && <Problem error={error} />}
      <FormButtons
        submit="Propose"
        isReady={isChanged && reason.trim() !== ''}
        isLoading={isLoading}
        onClose={onClose}
      />
    </Box>
  );
}
