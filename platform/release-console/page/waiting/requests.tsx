import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { formatChange } from '@shop/releases/change-model/changes';
import { formatApps } from '@shop/releases/change-model/words';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi } from '../api/console-api';
import { ChangeList, FindingList } from '../components/change-list';
import { formatApprovers, formatNeededApproval, formatOutcome } from '../components/format';
import { focusHeading, Note, oneColumn, panel, plainList, row, Section } from '../components/layout';
import { Problem, QueryResult } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { useSnackbar } from '../components/snackbar';
import { TextDiff } from '../components/text-diff';
import { formatPolicy } from '../policy/format-policy';
import { Comments, Reviewers } from './discussion';

export interface RequestsProps {
  approvals: readonly ApprovalView[];
  /** Id of the request that a link names. */
  linked: string | undefined;
  /** The signed-in person. */
  person: string;
}

/** Changes of every environment, and of the policy, that wait for other people. */
export function Requests({ approvals, linked, person }: RequestsProps) {
  const isClosed = linked !== undefined && !approvals.some(({ id }) => id === linked);
  // The linked request comes first.
  const sorted = [...approvals].sort((a, b) => Number(b.id === linked) - Number(a.id === linked));
  return (
    <Section title="For people" note="Other people must approve these changes. A request ends after a day.">
      {isClosed && <Alert severity="info">This request is closed: a person decided on it, or it has expired.</Alert>}
      {approvals.length === 0 && (
        <Typography>
          Nothing waits for an approval. The policy says which changes need one: those of some apps, forced changes of
          mf-payment, and changes of the policy itself.
        </Typography>
      )}
      <Box component="ul" aria-label="Requests, oldest first" sx={{ ...plainList, gap: 3 }}>
        {sorted.map((approval) => (
          <ApprovalRequest key={approval.id} approval={approval} person={person} />
        ))}
      </Box>
    </Section>
  );
}

/** Texts of a change: its title, the label of the confirmation, and the message of a success. */
function formatApproval({ change, env, isForced, apps }: ApprovalView) {
  if (change.kind === 'policy') {
    return { title: 'Change the policy', confirm: 'Approve the policy', done: 'The policy is changed.' };
  }
  const text = formatChange(change, apps);
  const [verb = ''] = text.toLowerCase().split(' ', 1);
  const title = `${text}, in ${env}${isForced ? ' against the gates' : ''}`;
  return { title, confirm: `Approve and ${verb}`, done: `Done: ${title}.` };
}

function ApprovalRequest({ approval, person }: { approval: ApprovalView; person: string }) {
  const isOwn = approval.by === person;
  const { by, requestedAt, reason, changes, sources, findings, change, approvedBy, missing, isForced } = approval;
  const { title } = formatApproval(approval);
  return (
    <Box component="li" sx={{ ...panel, ...oneColumn, borderColor: 'sale', p: { xs: 2, md: 3 }, gap: 2 }}>
      <div>
        <Box sx={{ ...row, gap: 1.5, alignItems: 'center' }}>
          <Typography variant="h3">{title}</Typography>
          {isForced && <Chip size="small" label="forced" color="error" />}
          {approval.isAsked && <Chip size="small" label="you are asked" color="primary" />}
        </Box>
        <Note>
          Requested <RelativeTime at={requestedAt} /> by {by}: {reason}
        </Note>
      </div>
      {change.kind === 'policy' ? (
        <PolicyDifference {...change} />
      ) : (
        <>
          <ChangeList changes={changes} sources={sources} label="What would change" />
          {change.kind === 'promote' && change.removedPaths.length > 0 && (
            <Typography>{formatApps(change.removedPaths)} may lose their owner.</Typography>
          )}
          {findings.length > 0 && <FindingList findings={findings} />}
        </>
      )}
      <div>
        <Typography sx={{ fontWeight: 600 }}>{formatApprovers(approvedBy)}</Typography>
        {missing.map((need) => (
          <Note key={need.app}>It waits for {formatNeededApproval(need)}.</Note>
        ))}
      </div>
      <Reviewers approval={approval} isOwn={isOwn} />
      <Comments approval={approval} />
      <Decision approval={approval} isOwn={isOwn} />
    </Box>
  );
}

/** Approves in two steps, so that a wrong click changes nothing; rejects, or cancels a request of the person, in one. */
function Decision({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, by, mayApprove, isLast } = approval;
  const { confirm, done } = formatApproval(approval);
  const [decide, { error, isLoading }] = consoleApi.useDecideMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const showMessage = useSnackbar();
  const submit = async (isApproved: boolean) => {
    const { data } = await decide({ id, isApproved });
    if (!data) return;
    if (data.kind === 'rejected') showMessage(isOwn ? 'The request is cancelled.' : 'The request is rejected.');
    else showMessage(data.kind === 'policy' ? done : formatOutcome(data, done, `The request of ${by}`));
    setIsConfirming(false);
    focusHeading();
  };
  return (
    <>
      <Problem error={error} />
      <Box sx={{ ...row, gap: 1 }}>
        {mayApprove && !isConfirming && (
          <Button variant="outlined" onClick={() => setIsConfirming(true)}>
            Approve…
          </Button>
        )}
        {mayApprove && isConfirming && (
          <Button variant="contained" color="error" autoFocus loading={isLoading} onClick={() => void submit(true)}>
            {isLast ? confirm : 'Approve'}
          </Button>
        )}
        {(mayApprove || isOwn) && (
          <Button disabled={isLoading} onClick={() => void submit(false)}>
            {isOwn ? 'Cancel request' : 'Reject'}
          </Button>
        )}
      </Box>
    </>
  );
}

/** What a proposed policy changes in the current one. */
function PolicyDifference({ replaces, policy }: ApprovalView['change'] & { kind: 'policy' }) {
  const query = consoleApi.usePolicyQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <QueryResult query={query} what="the policy">
      {(current) =>
        current.version === replaces ? (
          <TextDiff
            before={formatPolicy(current.policy)}
            after={formatPolicy(policy)}
            label="Difference from the current policy"
          />
        ) : (
          <Note>
            The policy has changed since: it is at version {current.version}, and this request replaces version{' '}
            {replaces}. Reject it, and propose the change again.
          </Note>
        )
      }
    </QueryResult>
  );
}
