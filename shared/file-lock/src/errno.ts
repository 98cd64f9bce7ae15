/**
 * Tests the code of a file system error.
 *
 * @example if (!hasErrorCode(error, 'ENOENT')) throw error;
 */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
