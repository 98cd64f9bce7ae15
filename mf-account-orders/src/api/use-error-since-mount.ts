import { useState } from 'react';

/**
 * Returns the error of a query unless it is older than the mount of the component. A cached error belongs to an earlier
 * visit: its message was shown then, and the query is about to run again.
 */
export function useErrorSinceMount<Failure>(error: Failure | undefined): Failure | undefined {
  const [errorAtMount] = useState(error);
  return error === errorAtMount ? undefined : error;
}
