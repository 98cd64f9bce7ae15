import { parseArgs } from 'node:util';

/** Where the packages of the shop are published. One scope and one registry serve every package. */
export interface PackageSettings {
  /** Scope of the published names, such as `@shop`. Imports in code always say `@shop`. */
  scope: string;
  /** URL of the registry, with a slash at the end. */
  registry: string;
  /** URL of the repository that the packages are built from. */
  repository: string;
}

/** A setting that is missing or malformed. The message says what to set. */
export class PackageSettingsError extends Error {
  override name = 'PackageSettingsError';
}

const usage =
  'npm run packages -- --registry https://packages.example/ --repository https://git.example/shop/storefront';

/**
 * Reads the settings of the packages from the command line, and else from `PACKAGES_SCOPE`, `PACKAGES_REGISTRY` and
 * `PACKAGES_REPOSITORY`. The registry has no default: a package of the scope must never go to a public registry.
 *
 * @throws {PackageSettingsError}
 */
export function readPackageSettings(args: readonly string[], variables: NodeJS.ProcessEnv): PackageSettings {
  const given = parseOptions(args);
  const scope = given.scope ?? (variables.PACKAGES_SCOPE || '@shop');
  if (!/^@[a-z0-9][a-z0-9._-]*$/.test(scope)) {
    throw new PackageSettingsError(`The scope "${scope}" is no scope of npm: give one such as @shop.`);
  }
  const registry = parseUrl(given.registry ?? variables.PACKAGES_REGISTRY, '--registry or PACKAGES_REGISTRY');
  const repository = parseUrl(given.repository ?? variables.PACKAGES_REPOSITORY, '--repository or PACKAGES_REPOSITORY');
  return { scope, registry: registry.replace(/\/*$/, '/'), repository };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { scope: { type: 'string' }, registry: { type: 'string' }, repository: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new PackageSettingsError(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}

function parseUrl(text: string | undefined, name: string): string {
  if (!text) throw new PackageSettingsError(`The packages need an address: set ${name}. Write: ${usage}`);
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new PackageSettingsError(`"${text}" is no address: give ${name} an http or https address. Write: ${usage}`);
  }
  return text;
}
