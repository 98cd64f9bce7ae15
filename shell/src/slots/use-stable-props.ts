import { useState } from 'react';

/** Returns the same object as long as the values are the same. A parent creates the props of a place in each render. */
export function useStableProps(props: object): object {
  const [stable, setStable] = useState(props);
  const isSame = JSON.stringify(stable) === JSON.stringify(props);
  if (!isSame) setStable(props);
  return isSame ? stable : props;
}
