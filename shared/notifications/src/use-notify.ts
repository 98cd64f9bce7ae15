import { useAppDispatch } from '@shop/api-client/app-state';
import { useCallback } from 'react';
import { type NewNotice, noticeDismissed, noticeShown } from './notifications-slice';

/** Shows a toast. Returns a function that ends it, for example when its cause has ended. */
export type Notify = (notice: NewNotice) => () => void;

/**
 * Gives a function that shows a toast. The function is stable. In an effect, its result is the cleanup.
 *
 * @example
 * const notify = useNotify();
 * notify({ tone: 'destructive', title: 'Error', description: 'Failed to load products' });
 */
export function useNotify(): Notify {
  const dispatch = useAppDispatch();
  return useCallback(
    (notice) => {
      const { payload } = dispatch(noticeShown(notice));
      return () => void dispatch(noticeDismissed(payload.id));
    },
    [dispatch],
  );
}

/**
 * Gives a function that ends the toast with a key, because its cause has ended. The function is stable, and does nothing without such
 * a toast.
 *
 * @example
 * const endNotice = useEndNotice();
 * notify({ key: 'size', tone: 'destructive', title: 'Please select a size' });
 * const choose = (size: string) => endNotice('size');
 */
export function useEndNotice(): (key: string) => void {
  const dispatch = useAppDispatch();
  return useCallback((key) => void dispatch(noticeDismissed(key)), [dispatch]);
}
