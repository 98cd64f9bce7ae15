/** @returns The first line of an error's message. */
export const getFirstLine = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.trimEnd();
};
