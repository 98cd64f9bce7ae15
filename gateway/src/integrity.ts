import { createHash } from 'node:crypto';

/** Whether bytes are those that a release lists a file with (`sha384-…`, as in Subresource Integrity). */
export const hasIntegrity = (bytes: Uint8Array, integrity: string | undefined): boolean =>
  integrity === `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
