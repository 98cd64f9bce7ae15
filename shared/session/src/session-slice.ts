import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * - `unknown`: storage is not read yet, as on a server. Screens of a shopper show their skeleton.
 * - `signed-out`, `signed-in`: from storage, or from a later sign-in or sign-out.
 */
export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in';

/** The token is not part of the state. The base query reads it from storage. */
export interface SessionState {
  status: SessionStatus;
  /** True when the server has ended the session, as with an expired token, until the shopper signs in or out. */
  hasExpired?: boolean;
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { status: 'unknown' } as SessionState,
  reducers: {
    /** Sets the status after a read of storage: at the start, or after a change in another tab. */
    sessionRead: (session, { payload: hasToken }: PayloadAction<boolean>) => {
      session.status = hasToken ? 'signed-in' : 'signed-out';
      if (hasToken) session.hasExpired = false;
    },
    signedIn: (_session, _token: PayloadAction<string>): SessionState => ({ status: 'signed-in' }),
    signedOut: (): SessionState => ({ status: 'signed-out' }),
    /** Follows a `signedOut` that the server has caused. */
    sessionExpired: (session) => {
      session.hasExpired = true;
    },
  },
});

export const { sessionRead, signedIn, signedOut, sessionExpired } = sessionSlice.actions;

declare module '@shop/api-client/app-state' {
  interface AppState {
    session: SessionState;
  }
}
