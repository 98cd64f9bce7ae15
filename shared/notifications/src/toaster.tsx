import { useAppDispatch, useAppSelector } from '@shop/api-client/app-state';
import { Button, IconButton, keyframes, styled } from '@shop/ui/core';
import { layoutSizes } from '@shop/ui/tokens';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type Notice, noticeDismissed } from './notifications-slice';
import { toastKey, useToastFocus } from './use-toast-focus';

/**
 * Milliseconds until a toast disappears. A toast with Undo stays for the twenty seconds of WCAG 2.2.1. The pointer or the
 * focus on a toast stops its timer.
 */
const durations = { plain: 5000, failure: 9000, undo: 20_000 };

const Region = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  right: theme.spacing(3),
  bottom: theme.spacing(3),
  width: 'min(400px, calc(100vw - 32px))',
  pointerEvents: 'none',
  '@media print': { display: 'none' },
  [theme.breakpoints.down('md')]: {
    right: 16,
    bottom: `calc(${layoutSizes.bottomBar + 16}px + env(safe-area-inset-bottom))`,
  },
}));

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });

const Toast = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto auto',
  alignItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(1, 1, 1, 2),
  pointerEvents: 'auto',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: theme.shadows[4],
  animation: `${rise} 180ms ease-out`,
  '&[data-tone="destructive"]': { borderLeft: `4px solid ${theme.vars.palette.error.main}` },
}));

const Title = styled('strong')({ display: 'block', fontWeight: 600 });
const Description = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.9375rem',
  color: theme.vars.palette.text.secondary,
}));

/** Names the key that moves the focus to the button. Devices without a keyboard do not show it. */
const Key = styled('kbd')(({ theme }) => ({
  padding: theme.spacing(0, 0.75),
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: 4,
  font: 'inherit',
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
}));

const WithKeyboard = styled('span')({ '@media (hover: none), (pointer: coarse)': { display: 'none' } });

/**
 * Shows the toasts in one polite live region. F6 moves the focus to the newest toast and back. Escape dismisses a toast.
 *
 * A page renders it once, after its screens: the shell, a remote that runs standalone, and the test kit.
 *
 * @see Specification 1: the label of the container is 'Notifications'
 */
export function Toaster() {
  const notices = useAppSelector(({ notifications }) => notifications);
  const { region, rememberOrigin, returnFocus } = useToastFocus(notices.length > 0);
  return (
    <Region ref={region} aria-label="Notifications" onFocus={rememberOrigin}>
      <div aria-live="polite" aria-relevant="additions">
        <List>
          {notices.map((notice) => (
            <ToastItem key={notice.id} notice={notice} onClosed={returnFocus} />
          ))}
        </List>
      </div>
    </Region>
  );
}

interface ToastItemProps {
  notice: Notice;
  /** Called before one of the toast's buttons removes it, to move the focus back to where it came from. */
  onClosed: () => void;
}

function ToastItem({ notice, onClosed }: ToastItemProps) {
  const dispatch = useAppDispatch();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { id, title, description, tone, undo } = notice;
  const isHeld = hasPointer || hasFocus;
  const duration = undo ? durations.undo : tone === 'destructive' ? durations.failure : durations.plain;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dispatch(noticeDismissed(id)), duration);
    return () => clearTimeout(timer);
  }, [dispatch, id, duration, isHeld]);
  const dismiss = () => {
    onClosed();
    dispatch(noticeDismissed(id));
  };
  const dismissByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') dismiss();
  };
  return (
    <Toast
      data-tone={tone}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onKeyDown={dismissByKey}
    >
      <div>
        <Title>{title}</Title>
        {description && <Description>{description}</Description>}
        {undo && (
          <WithKeyboard>
            <VisuallyHidden>{`Press ${toastKey} to reach ${undo.label}.`}</VisuallyHidden>
          </WithKeyboard>
        )}
      </div>
      {undo ? (
        <Button
          size="small"
          aria-keyshortcuts={toastKey}
          endIcon={
            <WithKeyboard aria-hidden>
              <Key>{toastKey}</Key>
            </WithKeyboard>
          }
          onClick={() => {
            onClosed();
            dispatch(undo.action);
            dispatch(noticeDismissed(id));
          }}
        >
          {undo.label}
        </Button>
      ) : (
        <span />
      )}
      <IconButton aria-label="Dismiss" onClick={dismiss} color="inherit">
        <X size={18} aria-hidden />
      </IconButton>
    </Toast>
  );
}
