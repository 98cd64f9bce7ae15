/** Names of environments: they are folders of the store, and parts of addresses. */
export const environmentNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** What the rule asks for, as a message ends. */
export const environmentNameRule =
  'give the name of an environment, such as production: up to 63 lower-case letters, digits and hyphens';

/**
 * @param what Where the name was given, for the message: `--env`.
 * @returns The name.
 * @throws A sentence when it is none.
 */
export function parseEnvironmentName(text: string, what: string): string {
  if (environmentNamePattern.test(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: ${environmentNameRule}.`);
}
