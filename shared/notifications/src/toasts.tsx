import { useAppDispatch } from '@shop/api-client/app-state';
import { useTexts } from '@shop/language/texts';
import { useIsNavigating } from '@shop/router/history-router';
import { useLocation } from '@shop/router/router';
import { Button, IconButton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Notice, noticeDismissed } from './notifications-slice';
import * as styles from './toaster.module.css';

/** Moves the focus to the newest toast and back. ARIA practice and desktops use F6 to move between regions. */
const toastKey = 'F6';

interface ToastFocus {
  /** Ref of the list of toasts. */
  list: RefObject<HTMLOListElement | null>;
  /**
   * Moves the focus back to where the shopper works: the element that had it when the newest toast appeared, or when F6 moved it to
   * the toasts. Tab moves it past every other element of the page, so the last one before the toasts means nothing.
   */
  returnFocus: () => void;
}

/**
 * Makes the toasts, which stand at the end of the document, reachable by keyboard. Toasts never take the focus by
 * themselves.
 *
 * @param newest Id of the newest toast. Without toasts the key keeps its meaning in the browser.
 * @see WCAG 2.2, 2.1.1 and 2.2.1
 */
function useToastFocus(newest: string | undefined): ToastFocus {
  const list = useRef<HTMLOListElement>(null);
  const origin = useRef<Element | null>(null);
  const hasToasts = newest !== undefined;
  const returnFocus = () => focusIfPresent(origin.current);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the appearance of a toast
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) origin.current = document.activeElement;
  }, [newest]);

  useEffect(() => {
    if (!hasToasts) return;
    const listen = (event: KeyboardEvent) => {
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (event.key !== toastKey || hasModifier || !list.current) return;
      event.preventDefault();
      if (list.current.contains(document.activeElement)) return focusIfPresent(origin.current);
      origin.current = document.activeElement;
      list.current.querySelector<HTMLElement>('li:last-child button')?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasToasts]);

  return { list, returnFocus };
}

/** Does nothing when the element has left the page. The shell's focus restoration then finds another place. */
function focusIfPresent(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

/**
 * Milliseconds until a toast disappears. A toast with Undo stays for the twenty seconds of WCAG 2.2.1. The pointer or the
 * focus on a toast stops its timer.
 */
const durations = { plain: 5000, failure: 9000, undo: 20_000 };

/** The toasts, the newest last. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const t = useTexts();
  const { list, returnFocus } = useToastFocus(notices.at(-1)?.id);
  const [undone, setUndone] = useState<Notice | null>(null);
  useEffect(() => {
    if (!undone) return;
    const timer = setTimeout(() => setUndone(null), durations.plain);
    return () => clearTimeout(timer);
  }, [undone]);
  return (
    <>
      <ol ref={list} className={styles.list}>
        {notices.map((notice) => (
          <ToastItem key={notice.id} notice={notice} onClosed={returnFocus} onUndone={setUndone} />
        ))}
      </ol>
      {undone && (
        <VisuallyHidden key={undone.id} component="p">
          {t('Undone: {title}', { title: undone.title })}
        </VisuallyHidden>
      )}
    </>
  );
}

/**
 * Tells whether a toast belongs to a page that the shopper has left. A toast that appears while a navigation is in progress
 * belongs to the next page, such as 'Login Required'.
 */
function useIsLeft(): boolean {
  const { pathname } = useLocation();
  const isNavigating = useIsNavigating();
  const [page, setPage] = useState<string | null>(null);
  if (page === null && !isNavigating) setPage(pathname);
  return page !== null && page !== pathname;
}

interface ToastItemProps {
  notice: Notice;
  /** Called before one of the toast's buttons removes it, to move the focus back to where it came from. */
  onClosed: () => void;
  /** Called after Undo, whose effect is elsewhere on the page. */
  onUndone: (notice: Notice) => void;
}

function ToastItem({ notice, onClosed, onUndone }: ToastItemProps) {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const { id, title, description, lang, reason, tone, undo } = notice;
  const isOver = useIsLeft() && tone === 'destructive';
  const isHeld = !isOver && (hasPointer || hasFocus);
  const duration = undo ? durations.undo : tone === 'destructive' ? durations.failure : durations.plain;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dispatch(noticeDismissed(id)), isOver ? 0 : duration);
    return () => clearTimeout(timer);
  }, [dispatch, id, duration, isHeld, isOver]);
  const dismiss = () => {
    onClosed();
    dispatch(noticeDismissed(id));
  };
  const dismissByKey = ({ key }: { key: string }) => {
    if (key === 'Escape') dismiss();
  };
  return (
    <li
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onKeyDown={dismissByKey}
    >
      <div>
        <strong className={styles.title}>{title}</strong>
        {description && (
          <span className={styles.description} lang={lang}>
            {description}
          </span>
        )}
        {reason && (
          <span className={styles.description} lang={reason.lang}>
            {reason.text}
          </span>
        )}
        {undo && (
          <span className={styles.withKeyboard}>
            <VisuallyHidden>
              {t('Press {key} to reach {action}.', { key: toastKey, action: undo.label })}
            </VisuallyHidden>
          </span>
        )}
      </div>
      {undo ? (
        <Button
          size="small"
          aria-keyshortcuts={toastKey}
          endIcon={
            <span className={styles.withKeyboard} aria-hidden>
              <kbd className={styles.key}>{toastKey}</kbd>
            </span>
          }
          onClick={() => {
            onClosed();
            dispatch(undo.action);
            onUndone(notice);
            dispatch(noticeDismissed(id));
          }}
        >
          {undo.label}
        </Button>
      ) : (
        <span />
      )}
      <IconButton aria-label={t('Dismiss')} onClick={dismiss} color="inherit">
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  );
}
