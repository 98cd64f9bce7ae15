/**
 * Tests the code of a file system error.
 *
 * @example if (!hasErrorCode(error, 'ENOENT')) throw error;
 */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** Meanings of the file system's error codes, for the user of a command. */
const meanings: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'part of its path is a file',
};

/**
 * Describes an error of the file system.
 *
 * @param file  The file or folder, where the error names none.
 * @returns Null for another error.
 * @example describeFileError(error) // 'the disk is full (ENOSPC: write /data/log.jsonl)'
 */
export function describeFileError(error: unknown, file = ''): string | null {
  if (typeof error !== 'object' || error === null || !('syscall' in error)) return null;
  const { code = '', syscall = '', path = file } = error as NodeJS.ErrnoException;
  // Not of a program that cannot be started, and not of the network.
  const isOfFile = !/^(?:spawn|connect|listen|getaddrinfo)/.test(syscall);
  const meaning = isOfFile && Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  return meaning ? `${meaning} (${code}: ${[syscall, path].filter(Boolean).join(' ')})` : null;
}
