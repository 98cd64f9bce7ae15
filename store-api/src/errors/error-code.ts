/** Tells whether an error has a code such as `ENOENT`. System errors and PostgreSQL errors have one. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
