import type { UNSAFE_createBrowserHistory, UNSAFE_createMemoryHistory } from 'react-router-dom';

/** History of the router: the browser's history, or a history in memory for a test. */
export type AppHistory = ReturnType<typeof UNSAFE_createBrowserHistory> | ReturnType<typeof UNSAFE_createMemoryHistory>;
