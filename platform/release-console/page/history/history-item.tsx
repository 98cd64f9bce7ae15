import { Box, Button, Checkbox, Chip, FormControlLabel, Link, Typography } from '@mui/material';
import { formatTitle } from '@shop/releases/change-model/words';
import type { HistoryEntry } from '@shop/releases/service-api/responses';
import { formatCanaryVersions } from '@shop/releases/state/composition-diff';
import { useState } from 'react';
import { consoleApi } from '../api/console-api';
import { ChangeList, FindingList } from '../components/change-list';
import { formatHash } from '../components/hash-route';
import { Note, oneColumn, row } from '../components/layout';
import { RelativeTime } from '../components/relative-time';
import { ChangeDetails } from './change-details';

export interface HistoryItemProps {
  env: string;
  entry: HistoryEntry;
  /** Whether it is the newest change. */
  isCurrent: boolean;
  isPicked: boolean;
  onPick: () => void;
  /** Null when the person may not roll back the apps that differ, or when the composition is live. */
  onRollBack: (() => void) | null;
}

/** One change in the history. */
export function HistoryItem({ env, entry, isCurrent, isPicked, onPick, onRollBack }: HistoryItemProps) {
  const { seq, text, by, at, reason, changes, sources, isForced, findings, halted } = entry;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        pl: 3.5,
        pb: 3,
        borderLeft: 2,
        borderColor: 'divider',
        ml: 1,
        '&:last-child': { borderColor: 'transparent' },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: -9,
          top: 5,
          width: 16,
          height: 16,
          borderRadius: '50%',
          border: 3,
          borderColor: isForced ? 'error.main' : 'primary.main',
          bgcolor: isCurrent ? 'primary.main' : 'background.default',
        }}
      />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { md: 'minmax(0, 1fr) auto' }, columnGap: 3 }}>
        <Box sx={{ display: 'grid', gap: 0.75 }}>
          <Box sx={{ ...row, alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
            <Typography variant="h3" component="h2">
              <Link
                href={formatHash({ env, view: 'history', params: { change: String(seq) } })}
                color="inherit"
                underline="hover"
              >
                {seq}.
              </Link>{' '}
              {formatTitle(text)}
            </Typography>
            {isCurrent && <Chip size="small" label="current" />}
            {isForced && <Chip size="small" label="forced" color="error" />}
          </Box>
          <Note>
            <RelativeTime at={at} /> by {by}
            {reason && `: ${reason}`}
          </Note>
          {halted.map((canary) => (
            <Typography key={canary.id} variant="body2">
              The canary{canary.owner && ` of ${canary.owner}`} of {formatCanaryVersions(canary)} ended: {canary.reason}
            </Typography>
          ))}
          {changes.length > 0 && (
            <>
              <ChangeList changes={changes} sources={sources} label={`Changes of change ${seq}`} />
              <LoadedDetails env={env} seq={seq} />
            </>
          )}
          {findings.length > 0 && (
            <Box>
              <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {isOpen ? 'Hide' : 'Show'} findings of the gates
              </Button>
              {isOpen && <FindingList findings={findings} />}
            </Box>
          )}
        </Box>
        <Box sx={{ ...row, alignItems: 'start', gap: 1 }}>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={isPicked}
                onChange={onPick}
                slotProps={{ input: { 'aria-label': `Compare change ${seq}` } }}
              />
            }
            label="Compare"
          />
          {onRollBack && (
            <Button size="small" onClick={onRollBack} aria-label={`Roll back to change ${seq}`}>
              Roll back to this…
            </Button>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** What a change consists of. It is loaded when a person opens it. */
function LoadedDetails({ env, seq }: { env: string; seq: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = consoleApi.useChangeQuery({ env, seq }, { skip: !isOpen });
  const text = `${isOpen ? 'Hide' : 'Show'} commits, sizes and screens`;
  return (
    <Box sx={{ ...oneColumn, gap: 1.5 }}>
      <Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${text} of change ${seq}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text}
        </Button>
      </Box>
      {isOpen && <ChangeDetails query={query} label={`change ${seq}`} />}
    </Box>
  );
}
