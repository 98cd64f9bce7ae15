import { DatabaseUnavailableError } from '../database/database-unavailable-error';
import type { OperatorResult } from '../operator/operator-result';
import { readSettings, SettingsError, type StoreApiSettings } from '../settings';

/**
 * Runs a command: prints its message, and ends with 0 or, when it was refused, with 1. What an operator can mend is
 * one message without a stack.
 */
export async function runCommandLine(work: (settings: StoreApiSettings) => Promise<OperatorResult>): Promise<void> {
  try {
    const { ok, message } = await work(readSettings(process.env));
    (ok ? console.log : console.error)(message);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const expected = error instanceof SettingsError || error instanceof DatabaseUnavailableError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
