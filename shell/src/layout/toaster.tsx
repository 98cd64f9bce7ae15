import type { Notice } from '@shop/notifications/notifications-slice';
import { noticeDismissed } from '@shop/notifications/notifications-slice';
import { Button, IconButton, keyframes, styled } from '@shop/ui/core';
import { X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/** Milliseconds a toast stays; failures and ways back get longer. The pointer or the focus on it stops the clock. */
const shownFor = { plain: 5000, lasting: 9000 };

const Region = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  right: theme.spacing(3),
  bottom: theme.spacing(3),
  width: 'min(400px, calc(100vw - 32px))',
  pointerEvents: 'none',
  '@media print': { display: 'none' },
  [theme.breakpoints.down('md')]: { right: 16, bottom: `calc(72px + env(safe-area-inset-bottom))` },
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

/** The toasts, in one polite live region. Specification 1: the container's label is 'Notifications'. */
export function Toaster() {
  const notices = useSelector((state: { notifications: Notice[] }) => state.notifications);
  const cameFrom = useRef<EventTarget | null>(null);
  const note = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget;
  };
  const goBack = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };
  return (
    <Region aria-label="Notifications" onFocus={note}>
      <div aria-live="polite" aria-relevant="additions">
        <List>
          {notices.map((notice) => (
            <ToastItem key={notice.id} notice={notice} onAnswered={goBack} />
          ))}
        </List>
      </div>
    </Region>
  );
}

interface ToastItemProps {
  notice: Notice;
  /** Called before the toast goes by one of its buttons: the focus is to go back to where it came from. */
  onAnswered: () => void;
}

function ToastItem({ notice, onAnswered }: ToastItemProps) {
  const dispatch = useDispatch();
  const [isHeld, setHeld] = useState(false);
  const { id, title, description, tone, undo } = notice;
  const duration = tone === 'destructive' || undo ? shownFor.lasting : shownFor.plain;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dispatch(noticeDismissed(id)), duration);
    return () => clearTimeout(timer);
  }, [dispatch, id, duration, isHeld]);
  const dismiss = () => {
    onAnswered();
    dispatch(noticeDismissed(id));
  };
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Toast data-tone={tone} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <div>
        <Title>{title}</Title>
        {description && <Description>{description}</Description>}
      </div>
      {undo ? (
        <Button
          size="small"
          onClick={() => {
            onAnswered();
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
