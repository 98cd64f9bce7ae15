import { SettingsError } from '@shop/server-settings/read-settings';
import { DatabaseUnavailableError } from '../database/database-unavailable-error';
import type { OperatorResult } from '../operator/operator-commands';
import { readStoreApiSettings, type StoreApiSettings } from '../settings';

/**
 * Runs a command of the operator. It prints the result's message and exits with 0, or with 1 when the command failed. An
 * error that the operator can correct is printed without its stack.
 */
export async function runCommandLine(command: (settings: StoreApiSettings) => Promise<OperatorResult>): Promise<void> {
  try {
    const { ok, message } = await command(readStoreApiSettings(process.env));
    (ok ? console.log : console.error)(message);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof SettingsError || error instanceof DatabaseUnavailableError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
