import { useState } from 'react';

/**
 * Passes on the errors that happen while a screen is open. An error that is there when it opens belongs to an earlier
 * visit: the answer is about to be asked for again, and its failure was told.
 */
export function useErrorSinceMount<Failure>(error: Failure | undefined): Failure | undefined {
  const [earlier] = useState(error);
  return error === earlier ? undefined : error;
}
