import type { UNSAFE_createBrowserHistory, UNSAFE_createMemoryHistory } from 'react-router-dom';

/** What the router follows: the browser's history, or one in memory for a server or a test. */
export type AppHistory = ReturnType<typeof UNSAFE_createBrowserHistory> | ReturnType<typeof UNSAFE_createMemoryHistory>;
