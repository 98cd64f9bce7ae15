import { parseOptions } from '../read-arguments';

/** Where the packages of the shop are published. One scope and one registry serve every package. */
export interface PackageSettings {
  /** Scope of the published names, such as `@shop`. Imports in code always say `@shop`. */
  scope: string;
  /** URL of the registry, with a slash at the end. */
  registry: string;
  /** URL of the repository that the packages are built from. */
  repository: string;
}

const options = { scope: { type: 'string' }, registry: { type: 'string' }, repository: { type: 'string' } } as const;

/**
 * Reads the settings of the packages from the command line, and else from `PACKAGES_SCOPE`, `PACKAGES_REGISTRY` and
 * `PACKAGES_REPOSITORY`. The registry has no default: a package of the scope must never go to a public registry.
 *
 * @throws When a setting is missing or malformed. The message says what to set.
 */
export function readPackageSettings(args: readonly string[], variables: NodeJS.ProcessEnv): PackageSettings {
  const given = parseOptions(args, options);
  const scope = given.scope ?? (variables.PACKAGES_SCOPE || '@shop');
  if (!/^@[a-z0-9][a-z0-9._-]*$/.test(scope)) {
    throw new Error(`The scope "${scope}" is not a scope of npm: give one such as @shop.`);
  }
  const readUrl = (name: 'registry' | 'repository') => {
    const variable = `PACKAGES_${name.toUpperCase()}`;
    const text = given[name] ?? variables[variable] ?? '';
    if (URL.canParse(text) && /^https?:/.test(text)) return text;
    throw new Error(`"${text}" is not an address: give --${name} or ${variable} an http or https address.`);
  };
  return { scope, registry: readUrl('registry').replace(/\/*$/, '/'), repository: readUrl('repository') };
}
