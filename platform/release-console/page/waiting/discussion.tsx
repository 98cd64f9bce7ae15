import { Box, Button, TextField, Typography } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../api/console-api';
import { Note, oneColumn, plainList, row } from '../components/layout';
import { Problem } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { SelectField } from '../components/select-field';

/** Whom the author asks to approve a request. The author chooses among those who may. */
export function Reviewers({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, by, needs, reviewers } = approval;
  const [choose, { error }] = consoleApi.useSetReviewersMutation();
  // What the author has chosen, before the service has stored it: the next choice adds to it.
  const [chosen, setChosen] = useState(reviewers);
  const able = [...new Set(needs.flatMap((need) => need.by))];
  // The service refuses a choice with a person who may not approve it any more.
  const selected = chosen.filter((name) => able.includes(name));
  const change = async (next: string[]) => {
    setChosen(next);
    const { error: refusal } = await choose({ id, reviewers: next });
    if (refusal) setChosen(reviewers);
  };
  if (!isOwn)
    return reviewers.length > 0 ? (
      <Note>
        {by} asks {formatApps(reviewers)} to approve it.
      </Note>
    ) : null;
  if (able.length === 0) return null;
  return (
    <div>
      <SelectField
        size="small"
        label="Ask to approve"
        value={selected}
        options={able.map((name) => [name, name])}
        onChange={(next) => void change([next].flat())}
        slotProps={{ select: { multiple: true, renderValue: () => formatApps(selected) } }}
        helperText="Webhooks tell them. Others who may approve it still can."
        sx={{ minWidth: 260, maxWidth: '100%' }}
      />
      <Problem error={error} />
    </div>
  );
}

/** The comments on a request, oldest first, and a field for the next one. */
export function Comments({ approval: { id, comments } }: { approval: ApprovalView }) {
  const [text, setText] = useState('');
  const [send, { error, isLoading }] = consoleApi.useCommentMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await send({ id, text: text.trim() });
    if (data) setText('');
  };
  return (
    <Box sx={{ ...oneColumn, gap: 1 }}>
      {comments.length > 0 && (
        <Box component="ul" aria-label="Comments, oldest first" sx={{ ...plainList, gap: 0.5 }}>
          {comments.map(({ by, at, text: said }) => (
            <Typography component="li" variant="body2" key={`${at} ${by}`} sx={{ overflowWrap: 'anywhere' }}>
              <strong>{by}</strong>, <RelativeTime at={at} />: {said}
            </Typography>
          ))}
        </Box>
      )}
      <Box component="form" onSubmit={(event) => void submit(event)} sx={{ ...row, gap: 1, alignItems: 'center' }}>
        <TextField
          size="small"
          label="Comment"
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
          sx={{ flex: '1 1 16rem' }}
        />
        <Button type="submit" loading={isLoading} disabled={text.trim() === ''}>
          Send
        </Button>
      </Box>
      <Problem error={error} />
    </Box>
  );
}
