import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * - `unknown`: storage was not read yet; the shop reads it before it renders.
 * - `signed-out`, `signed-in`: what storage said, or what happened since.
 */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in';

/** The token itself stays in storage, where the base query reads it: nothing else needs it. */
export interface SessionState {
  status: SessionStatus;
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { status: 'unknown' } as SessionState,
  reducers: {
    /** Storage was read: on start, or because another tab changed it. */
    sessionRead: (session, { payload: hasToken }: PayloadAction<boolean>) => {
      session.status = hasToken ? 'signed-in' : 'signed-out';
    },
    signedIn: (session, _token: PayloadAction<string>) => {
      session.status = 'signed-in';
    },
    signedOut: (session) => {
      session.status = 'signed-out';
    },
  },
});

export const { sessionRead, signedIn, signedOut } = sessionSlice.actions;
