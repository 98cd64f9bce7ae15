import { Alert, Box, TextField } from '@mui/material';
import type { PolicyView } from '@shop/releases/service-api/responses';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { consoleApi, getErrorResponse } from '../api/console-api';
import { Choice } from '../components/choice';
import { formatHash } from '../components/hash-route';
import { FormButtons, oneColumn, Section } from '../components/layout';
import { usePersonalDraft } from '../components/personal-draft';
import { Problem } from '../components/query-result';
import { ReviewWarning } from '../components/review-warning';
import { useSnackbar } from '../components/snackbar';
import { TextDiff } from '../components/text-diff';
import { formatPolicy } from './format-policy';
import { PolicyForm } from './policy-form';

export interface PolicyEditorProps {
  view: PolicyView;
  /** The signed-in person, whose draft it is. */
  person: string;
  onClose: () => void;
}

/** Says in words where a text stops being JSON. */
function describeJsonError(text: string, error: unknown): string {
  const [, position] = /position (\d+)/.exec(String(error)) ?? [];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  const lines = before.split('\n');
  const where =
    position === undefined ? 'At the end of the text' : `In line ${lines.length}, after “${before.trim().slice(-20)}”`;
  return `${where}: a comma, a quotation mark or a bracket is missing, or one is too many.`;
}

/** Parses the typed policy. @returns The message about a text that is not a JSON object. */
function parsePolicy(text: string): { policy: Record<string, unknown> } | { problem: string } {
  try {
    const policy: unknown = JSON.parse(text);
    if (typeof policy === 'object' && policy !== null && !Array.isArray(policy)) return { policy: { ...policy } };
    return { problem: 'The text must be one object: begin it with { and end it with }.' };
  } catch (error) {
    return { problem: describeJsonError(text, error) };
  }
}

/** A typed change, and the version of the policy for which it was begun. `text` is null while only the reason was typed. */
const Draft = v.object({ version: v.number(), text: v.nullable(v.string()), reason: v.string() });

const Names = v.array(v.string());
const Showable = v.looseObject({
  roles: v.record(
    v.string(),
    v.looseObject({ may: Names, apps: Names, environments: Names, groups: v.optional(Names) }),
  ),
  people: v.record(v.string(), v.looseObject({ roles: Names })),
});

/** Whether the form can show a policy: it has the fields of the form, with lists in them. */
const isShowable = (policy: Record<string, unknown>): policy is Record<string, unknown> & PolicyView['policy'] =>
  v.is(Showable, policy);

/** Edits the policy in a form, or as JSON, and proposes it to a second person. */
export function PolicyEditor({ view, person, onClose }: PolicyEditorProps) {
  const { version, policy: current } = view;
  const before = formatPolicy(current);
  const [draft, setDraft] = usePersonalDraft(person, 'policy', Draft);
  const { text: typed, reason } = draft ?? { text: null, reason: '' };
  const begun = draft && typed !== null ? draft.version : version;
  const text = typed ?? before;
  const [isText, setIsText] = useState(false);
  // The version whose difference the person has reviewed, for a change that was begun at another one.
  const [reviewed, setReviewed] = useState<number | null>(null);
  const isOutdated = begun !== version && reviewed !== version;
  const [propose, { error, isLoading, reset }] = consoleApi.useProposePolicyMutation();
  const showMessage = useSnackbar();
  const parsed = parsePolicy(text);
  const isInvalid = error !== undefined && 'status' in error && error.status === 400;
  const problem = 'problem' in parsed ? parsed.problem : isInvalid ? getErrorResponse(error).error : null;
  const change = (next: Partial<v.InferOutput<typeof Draft>>) => {
    setDraft({ version: begun, text: typed, reason, ...next });
    reset();
  };
  // A text that the form cannot show stays a text.
  const shown = 'policy' in parsed && isShowable(parsed.policy) ? parsed.policy : null;
  const isChanged = 'policy' in parsed && JSON.stringify(parsed.policy) !== JSON.stringify(current);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ('problem' in parsed) return;
    const { data } = await propose({ replaces: version, policy: parsed.policy, reason: reason.trim() });
    if (!data) return;
    setDraft(null);
    showMessage('The change waits for the approval of another person.');
    location.assign(formatHash({ env: '', view: 'waiting' }));
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ ...oneColumn, gap: 3 }}>
      <Choice
        label="Edit as"
        value={isText || !shown ? 'text' : 'form'}
        options={[
          ['form', 'Form'],
          ['text', 'Text'],
        ]}
        onChange={(next) => setIsText(next === 'text')}
      />
      {!isText && shown ? (
        <>
          {problem && <Alert severity="error">{problem}</Alert>}
          <PolicyForm key={begun} policy={shown} onChange={(next) => change({ text: formatPolicy(next) })} />
        </>
      ) : (
        <TextField
          multiline
          autoFocus
          label={`Policy, after version ${version}`}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
          error={problem !== null}
          helperText={problem ?? 'JSON. Roles name permissions, apps and environments; people and groups have roles.'}
          minRows={16}
          maxRows={32}
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' }, inputLabel: { shrink: true } }}
          sx={{ '& textarea': { fontFamily: 'monospace', fontSize: '0.875rem', lineHeight: 1.5 } }}
        />
      )}
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
        onChange={(event) => change({ reason: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {isOutdated && (
        <ReviewWarning
          onReviewed={() => {
            setReviewed(version);
            reset();
          }}
        >
          You began this change at version {begun}, and the policy is at version {version}. The difference above also
          undoes what changed since, unless you add it here.
        </ReviewWarning>
      )}
      {!isInvalid && <Problem error={error} />}
      <FormButtons
        submit="Propose"
        isReady={isChanged && !isOutdated && reason.trim() !== ''}
        isLoading={isLoading}
        onClose={() => {
          setDraft(null);
          onClose();
        }}
      />
    </Box>
  );
}
