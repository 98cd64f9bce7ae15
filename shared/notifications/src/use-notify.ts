import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { type NewNotice, noticeShown } from './notifications-slice';

export type Notify = (notice: NewNotice) => void;

/** Gives a function that shows a toast. */
export function useNotify(): Notify {
  const dispatch = useDispatch();
  return useCallback((notice) => void dispatch(noticeShown(notice)), [dispatch]);
}
