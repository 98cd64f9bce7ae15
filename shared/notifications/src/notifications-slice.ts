import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

/** A toast. The title and the description are shown as plain text. */
export interface Notice {
  id: string;
  title: string;
  description?: string;
  /** `destructive` reports a failure. */
  tone: 'plain' | 'destructive';
  /** Adds a button that reverses what happened: its label, and the action that it dispatches. */
  undo?: { label: string; action: UnknownAction };
}

export type NewNotice = Omit<Notice, 'id' | 'tone'> & Partial<Pick<Notice, 'tone'>>;

/** Toasts shown at once. A further toast removes the oldest. */
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

declare module '@shop/api-client/app-state' {
  interface AppState {
    notifications: Notice[];
  }
}
