import { useAppDispatch } from '@shop/api-client/app-state';
import { useCallback } from 'react';
import { type NewNotice, noticeShown } from './notifications-slice';

export type Notify = (notice: NewNotice) => void;

/**
 * Gives a function that shows a toast. The function is stable.
 *
 * @example
 * const notify = useNotify();
 * notify({ tone: 'destructive', title: 'Error', description: 'Failed to load products' });
 */
export function useNotify(): Notify {
  const dispatch = useAppDispatch();
  return useCallback((notice) => void dispatch(noticeShown(notice)), [dispatch]);
}
