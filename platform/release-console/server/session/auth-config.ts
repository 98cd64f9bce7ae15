import { getLocalUser, loadPolicy } from '@shop/release-cli/host/release-host';
import { createAccessToken, type Policy } from '@shop/releases/policy/policy';
import { SettingsError } from '@shop/server-settings/read-settings';

/** Who may sign in: the people of a release policy, or the one local person with a token for this machine. */
export type AuthConfig =
  | { kind: 'policy'; loadPolicy: () => Promise<Policy> }
  | { kind: 'local'; person: string; token: string };

/** A chosen token must be as hard to guess as a generated one. */
const minTokenLength = 32;

/**
 * Loads who may sign in. With a release policy each call reads the policy again, so that a change of the file applies at once.
 *
 * @param token  Value of `CONSOLE_TOKEN`. Without it a new token is created.
 * @throws {SettingsError} When `CONSOLE_TOKEN` is too short, or is set together with `RELEASE_POLICY`.
 */
export async function loadAuthConfig(token: string | undefined): Promise<AuthConfig> {
  const policy = await loadPolicy();
  if (policy) {
    if (token) {
      throw new SettingsError(
        'CONSOLE_TOKEN and RELEASE_POLICY are both set: leave CONSOLE_TOKEN out, since the people of a policy have their own tokens.',
      );
    }
    return { kind: 'policy', loadPolicy: async () => (await loadPolicy()) ?? policy };
  }
  if (token && token.length < minTokenLength) {
    throw new SettingsError(
      `CONSOLE_TOKEN has ${token.length} characters: give at least ${minTokenLength}, or leave it out.`,
    );
  }
  return { kind: 'local', person: getLocalUser(), token: token ?? createAccessToken() };
}
