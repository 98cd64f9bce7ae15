/** The release store cannot be used now, such as a full disk or an object store without a response. The message says why. */
export class UnavailableStoreError extends Error {
  override name = 'UnavailableStoreError';
}
