/** Names of environments. They are folders of the release store and parts of URLs. */
export const environmentNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** States the rule, as the end of a message. */
export const environmentNameRule =
  'give the name of an environment, such as production: up to 63 lower-case letters, digits and hyphens';

/** Parses the name of an environment. @throws When the text is not a name of an environment. */
export function parseEnvironmentName(text: string, what: string): string {
  if (environmentNamePattern.test(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: ${environmentNameRule}.`);
}
