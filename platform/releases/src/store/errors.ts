/**
 * The state of an environment or of the release store does not permit a change. The message tells a person why, and what to do: the
 * command line prints it, and the release service sends it with status 409.
 */
export class ConflictError extends Error {
  override name = 'ConflictError';
}

/** The reader may not read an object of the release store. The message says why. */
export class ReadRefusedError extends Error {
  override name = 'ReadRefusedError';
}

/** The release store or its signer cannot be used now, such as a full disk or an object store without a response. The message says why. */
export class UnavailableStoreError extends Error {
  override name = 'UnavailableStoreError';
}
