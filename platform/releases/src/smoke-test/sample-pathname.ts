import type { OwnedPath } from '@shop/remote-contract/remote-module';

/** Value of a parameter without declared values. */
const anyValue = 'sample';

/**
 * Creates a path that matches a pattern. Each parameter gets its first declared value, or a sample value.
 *
 * @returns A path without query: `/terms` for `/:policyType` whose known values begin with `terms`.
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
