/** Ends the task, so that the browser can paint and react to input before the rest. Resolves in the next one. */
export const nextTask = (): Promise<void> =>
  window.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
