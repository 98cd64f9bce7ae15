import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { consoleApi } from './console-api';

/** Milliseconds before a connection that the server closed for good is tried anew. */
const retryAfter = 1500;
/** Milliseconds without a sign of life, of which the server sends several in that time, after which it counts as lost. */
const longestSilence = 45_000;

/**
 * Keeps the page current: asks again for what is live whenever the server says that something changed. A lost connection
 * is taken up again; since the first event of every connection asks too, nothing that happened between is missed.
 *
 * @returns Whether the connection stands.
 */
export function useLiveUpdates(): boolean {
  const dispatch = useDispatch();
  const [isConnected, setIsConnected] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connectIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(connect, milliseconds);
    };
    const connect = () => {
      source?.close();
      source = new EventSource('/api/events');
      const hear = () => {
        setIsConnected(true);
        connectIn(longestSilence);
      };
      source.addEventListener('open', hear);
      source.addEventListener('beat', hear);
      source.addEventListener('change', () => {
        hear();
        dispatch(consoleApi.util.invalidateTags(['State', 'Releases', 'History']));
      });
      source.addEventListener('error', () => {
        setIsConnected(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        // Refused, not lost: perhaps the session is over, which asking for it shows.
        dispatch(consoleApi.util.invalidateTags(['Session']));
        connectIn(retryAfter);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [dispatch]);
  return isConnected;
}
