import type { OwnedPath } from '@shop/remote-contract/remote-module';

/** Stands for a parameter whose values nobody declares. */
const anyValue = 'sample';

/**
 * An address that a path pattern matches: parameters get their first declared value, or any.
 *
 * @returns A pathname without query: `/terms` for `/:policyType` whose known values begin with `terms`.
 */
export function createSamplePathname({ pattern, known }: Pick<OwnedPath, 'pattern' | 'known'>): string {
  const parts = pattern.split('/').map((part) => {
    if (part === '*') return `${anyValue}/of-any-depth`;
    const [, name, rest = ''] = part.match(/^:([^?]+)(\?)?/) ?? [];
    if (!name) return part.replace(/\?$/, '');
    return rest ? '' : encodeURIComponent(known?.[name]?.[0] ?? anyValue);
  });
  return `/${parts.filter(Boolean).join('/')}`;
}
