import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { describeFileError } from '@shop/file-lock/errno';
import { PortUnavailableError } from '@shop/server-runtime/listen';
import { SettingsError } from '@shop/server-settings/read-settings';

/**
 * Describes an error that the operator can correct: of a setting, the database, a port or a file.
 *
 * @returns Null for another error, which is printed with its stack.
 */
export function describeCorrectableError(error: unknown): string | null {
  const isOwn =
    error instanceof SettingsError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof PortUnavailableError;
  if (isOwn) return error.message;
  const fileError = describeFileError(error);
  return fileError && `A file cannot be used: ${fileError}. Correct that, and try again.`;
}
