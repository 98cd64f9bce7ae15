import { agoOf, momentOf } from './format';
import { useNow } from './use-now';

/** When something was: `3 hours ago`, with the exact time on hover and for machines. @param at ISO date and time. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={momentOf(at)}>
      {agoOf(at, now)}
    </time>
  );
}
