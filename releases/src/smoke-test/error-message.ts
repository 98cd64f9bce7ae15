/** What an error says, in its first line. */
export const getFirstLine = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return line.trimEnd();
};
