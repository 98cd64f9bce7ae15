/** Reads the URL in the field `repository` of a package.json, without the prefix of npm and without credentials. */
export function readRepository({ repository }: { repository?: string | { url?: string } }): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return url.replace(/^git\+/, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}
