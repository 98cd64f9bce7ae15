import closeWithGrace from 'close-with-grace';

/** How a server closes. */
export interface CloseOptions {
  /** Milliseconds that `close` may take. Then the process ends with exit code 1. */
  delay: number;
  /** `false` for a server that logs its errors itself. Default: the console. */
  logger?: false;
}

/**
 * Closes a server on the first signal or unexpected error, and ends the process. A second signal ends the process at once. SIGTERM is
 * never a second signal: the parent process sends it after Ctrl-C, which the terminal has sent to every process.
 *
 * @param close  Closes what is open. `err` is the unexpected error.
 * @returns A function that closes the server as a signal does. It does nothing while the server closes.
 */
export function closeOnSignal(options: CloseOptions, close: (cause: { err?: Error }) => Promise<void>): () => void {
  let isClosing = false;
  const handler = closeWithGrace({ ...options, skip: ['SIGTERM'] }, async (cause) => {
    isClosing = true;
    await close(cause);
  });
  const closeOnce = () => {
    if (!isClosing) handler.close();
  };
  process.on('SIGTERM', closeOnce);
  return closeOnce;
}
