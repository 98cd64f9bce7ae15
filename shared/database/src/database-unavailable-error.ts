import { types } from 'node:util';

/** The database cannot be opened. The message tells the operator why, and what to do. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/**
 * SQLSTATEs of a database that cannot do its work now: class 08 connection, 53 resources such as a full disk or too many
 * connections, 57 shutdown or a cancelled statement, 58 system, 25006 read-only. PGlite answers each statement with 24000 after it
 * could not write its log.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailableState = /^(?:(?:08|53|57|58)[0-9A-Z]{3}|25006|24000)$/;

/** Codes of system errors of a connection or of PGlite's files. */
const unavailableCode =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|E(?:HOST|NET)UNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO)$/;

/** Messages of node-postgres, which has no codes for a connection that ends or is not there in time. */
const unavailableMessage = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** Tells whether an error says that the database cannot be reached or cannot work, so that a later request may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A Unix socket that is gone. The code alone may be that of any file.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    isSocketGone || unavailableState.test(code) || unavailableCode.test(code) || unavailableMessage.test(error.message)
  );
}
