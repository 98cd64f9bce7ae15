import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { storeApi } from '@shop/api-client/store-api';

/** A toast. The title and the description are shown as plain text. */
export interface Notice {
  id: string;
  /** Name of what the toast is about, such as `track-order`. A toast replaces the earlier one with its key. */
  key?: string;
  title: string;
  description?: string;
  /** Language of the description when it is not the language of the page, such as the English name of a product. */
  lang?: string | undefined;
  /** Why it happened, in a line below the description. */
  reason?: { text: string; lang?: string | undefined } | undefined;
  /** `destructive` reports a failure. */
  tone: 'plain' | 'destructive';
  /** Adds a button that reverses what happened: its label, and the action that it dispatches. */
  undo?: { label: string; action: UnknownAction };
}

export type NewNotice = Omit<Notice, 'id' | 'tone'> & Partial<Pick<Notice, 'tone'>>;

/** Toasts shown at once. A further toast removes the oldest. */
const maxNotices = 4;

const withoutFailures = (notices: Notice[]) => notices.filter(({ tone }) => tone !== 'destructive');

/** RTK Query dispatches it when a form sends its values. */
const sendingType = `${storeApi.reducerPath}/executeMutation/pending`;

/** The toasts of a page. A failure ends when the shopper sends a form again, and when a success or the same failure is shown. */
export const notificationsSlice = createSlice({
  name: 'notifications',
  initialState: [] as Notice[],
  reducers: {
    noticeShown: {
      prepare: (notice: NewNotice) => ({ payload: { tone: 'plain', ...notice, id: nanoid() } as Notice }),
      reducer: (notices, { payload }: PayloadAction<Notice>) => {
        const { key, title, description, reason, tone } = payload;
        const isSame = (notice: Notice) =>
          notice.title === title && notice.description === description && notice.reason?.text === reason?.text;
        const kept =
          tone === 'plain' ? withoutFailures(notices) : notices.filter((notice) => notice.undo || !isSame(notice));
        return [...kept.filter((notice) => !key || notice.key !== key), payload].slice(-maxNotices);
      },
    },
    /** Removes the toast with this id or key. */
    noticeDismissed: (notices, { payload: name }: PayloadAction<string>) =>
      notices.filter(({ id, key }) => id !== name && key !== name),
  },
  extraReducers: (builder) => builder.addCase(sendingType, withoutFailures),
});

export const { noticeShown, noticeDismissed } = notificationsSlice.actions;

declare module '@shop/api-client/app-state' {
  interface AppState {
    notifications: Notice[];
  }
}
