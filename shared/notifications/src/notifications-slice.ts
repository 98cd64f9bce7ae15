import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

/** One toast. Title and description are shown as they are. */
export interface Notice {
  id: string;
  title: string;
  description?: string;
  /** `destructive` reports a failure. */
  tone: 'plain' | 'destructive';
  /** A way back, such as Undo: the label of the button and the action it dispatches. */
  undo?: { label: string; action: UnknownAction };
}

export type NewNotice = Omit<Notice, 'id' | 'tone'> & Partial<Pick<Notice, 'tone'>>;

/** More than this many at once help nobody: the oldest goes. */
const maxNotices = 4;

export const notificationsSlice = createSlice({
  name: 'notifications',
  initialState: [] as Notice[],
  reducers: {
    noticeShown: {
      prepare: (notice: NewNotice) => ({ payload: { tone: 'plain', ...notice, id: nanoid() } as Notice }),
      reducer: (notices, { payload }: PayloadAction<Notice>) => {
        notices.push(payload);
        if (notices.length > maxNotices) notices.shift();
      },
    },
    noticeDismissed: (notices, { payload: id }: PayloadAction<string>) => notices.filter((notice) => notice.id !== id),
  },
});

export const { noticeShown, noticeDismissed } = notificationsSlice.actions;
