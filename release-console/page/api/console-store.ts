import { configureStore } from '@reduxjs/toolkit';
import { draftSlice } from '../promote/promotion-draft';
import { consoleApi } from './console-api';

/** The page's store: what the server says, and the promotion that is being put together. */
export const createConsoleStore = () =>
  configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer, [draftSlice.reducerPath]: draftSlice.reducer },
    // Both checks only warn in development, and take longer than the work they watch.
    middleware: (getDefault) =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(consoleApi.middleware),
  });
