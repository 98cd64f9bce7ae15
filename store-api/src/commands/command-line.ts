import { DatabaseUnusableError } from '../database/database-unusable';
import type { OperatorReply } from '../operator/operator-reply';
import { readSettings, SettingsError, type StoreApiSettings } from '../settings';

/**
 * Runs a command: prints its sentence, and ends with 0 or, when it was refused, with 1. What an operator can mend is
 * one sentence without a stack.
 */
export async function commandLine(work: (settings: StoreApiSettings) => Promise<OperatorReply>): Promise<void> {
  try {
    const { ok, sentence } = await work(readSettings(process.env));
    (ok ? console.log : console.error)(sentence);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    const expected = error instanceof SettingsError || error instanceof DatabaseUnusableError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
