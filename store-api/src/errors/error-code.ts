/** Says whether a failure carries a code such as `ENOENT`, as those of the system and of PostgreSQL do. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
