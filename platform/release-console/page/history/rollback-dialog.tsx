import { Box, Button, type ButtonProps, CircularProgress, MenuItem, TextField, Typography } from '@mui/material';
import { createRollbackTracker } from '@shop/releases/history/rollback-tracker';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasEarlier, isAllowed, useHistory } from '../api/console-api';
import { ActionDialog, type ChangeDialogProps } from '../components/action-dialog';
import { ChangeList } from '../components/change-list';
import { EndedCanaries } from '../components/ended-canaries';
import { formatDateTime } from '../components/format';
import { Problem } from '../components/query-result';

export interface RollbackDialogProps extends ChangeDialogProps {
  /** Rolls back this app only. Default: the whole composition. */
  app?: string;
  /** Number of the change to roll back to. Default: the newest different one that no rollback undid. */
  to?: number;
}

/**
 * Rolls back to the composition after an earlier change. It shows the app changes first. It loads the history until it has the wanted
 * change, or a first version to choose.
 */
export function RollbackDialog({ environment, app, to, onClose }: RollbackDialogProps) {
  const { entries, isLoading, isLoadingMore, error, loadMore } = useHistory(environment.name);
  const [picked, setPicked] = useState<number>();
  const chosen = picked ?? to;
  const track = createRollbackTracker();
  // Changes with the live composition are left out. An app that was not live then cannot be rolled back on its own.
  const targets = entries
    .map((entry) => ({
      ...entry,
      status: track(entry),
      changes: compareCompositions(environment.composition, entry.composition).filter(
        (change) => !app || (change.app === app && change.after),
      ),
    }))
    .filter(({ changes }) => changes.length > 0);
  const isFound = to === undefined ? targets.length > 0 : entries.some(({ seq }) => seq <= to);
  const isSearching = !isFound && loadMore !== null && error === undefined;
  useEffect(() => {
    if (isSearching && !isLoadingMore) loadMore?.();
  });
  // A second rollback goes further back, as on the command line. It never offers what the first one undid.
  const isFurtherBack = ({ status, changes }: (typeof targets)[number]) =>
    app ? changes.every(({ after }) => after && !status.isRolledBack(after)) : !status.isAnyRolledBack;
  const target = targets.find((entry) => (chosen === undefined ? isFurtherBack(entry) : entry.seq === chosen));
  const explainNoTarget = () => {
    if (chosen === undefined)
      return `Every version ${loadMore ? 'in this list' : 'before'} was rolled back: choose one of them.`;
    const isLoaded = entries.some(({ seq }) => seq === chosen);
    return isLoaded
      ? `Visitors have the versions of change ${chosen} already: choose another one.`
      : `Change ${chosen} is not in this list: load older changes.`;
  };
  const { name: env } = environment;
  const what = app ?? env;
  return (
    <ActionDialog
      environment={environment}
      title={`Roll back ${what}?`}
      confirm="Roll back"
      isDangerous
      change={target && { kind: 'rollback', env, reason: '', to: target.seq, ...(app ? { app } : {}) }}
      done={`${what} is rolled back to change ${target?.seq}.`}
      onClose={onClose}
    >
      {(isLoading || isSearching) && <CircularProgress size={24} aria-label="Loading the history" />}
      <Problem error={error} />
      {!isLoading && !error && !loadMore && targets.length === 0 && (
        <Typography>The history has no earlier version to roll back to.</Typography>
      )}
      {targets.length > 0 && !isSearching && (
        <TextField
          select
          label="Roll back to"
          value={target?.seq ?? ''}
          helperText={target ? undefined : explainNoTarget()}
          onChange={(event) => setPicked(Number(event.target.value))}
        >
          {targets.map(({ seq, at, text, by }) => (
            <MenuItem key={seq} value={seq} sx={{ whiteSpace: 'normal' }}>
              change {seq}, {formatDateTime(at)}: {by} {text}
            </MenuItem>
          ))}
        </TextField>
      )}
      {loadMore && !isSearching && (
        <Box>
          <Button size="small" loading={isLoadingMore} onClick={loadMore}>
            Load older changes
          </Button>
        </Box>
      )}
      {target && (
        <div>
          <Typography variant="h3" sx={{ mb: 1 }}>
            Changes for every visitor
          </Typography>
          <ChangeList changes={target.changes} label="Changes for every visitor" />
        </div>
      )}
      <EndedCanaries environment={environment} apps={target?.changes.map((change) => change.app) ?? []} />
    </ActionDialog>
  );
}

export interface RollbackButtonProps
  extends Pick<RollbackDialogProps, 'environment' | 'app'>,
    Pick<ButtonProps, 'children' | 'size' | 'sx' | 'variant' | 'aria-label'> {
  /** Whether a rollback makes sense here. Default: wherever there is an earlier version. An open dialog stays. */
  isOffered?: boolean;
  /** Opens the dialog in a parent: a button of a list can disappear while the dialog is open. Default: the button has it. */
  onOpen?: () => void;
}

/** Opens the dialog of a rollback. There is no button without an earlier version, or for a person who may not roll back. */
export function RollbackButton({ environment, app, isOffered = true, onOpen, ...button }: RollbackButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasTarget = app === undefined ? environment.hasEarlier : hasEarlier(environment, app);
  return (
    <>
      {isOffered && hasTarget && isAllowed(environment, 'rollback', [app ?? '*']) && (
        <Button {...button} startIcon={<Undo2 size={18} aria-hidden />} onClick={onOpen ?? (() => setIsOpen(true))} />
      )}
      {isOpen && <RollbackDialog environment={environment} app={app} onClose={() => setIsOpen(false)} />}
    </>
  );
}
