import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { consoleApi } from './console-api';

/** Milliseconds before a connection that the server closed for good is tried anew. */
const retryAfter = 1500;

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
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource('/api/events');
      source.addEventListener('open', () => setIsConnected(true));
      source.addEventListener('change', () => {
        dispatch(consoleApi.util.invalidateTags(['State', 'Releases', 'History']));
      });
      source.addEventListener('error', () => {
        setIsConnected(false);
        if (source.readyState !== EventSource.CLOSED) return;
        // Refused, not lost: perhaps the session is over, which asking for it shows.
        dispatch(consoleApi.util.invalidateTags(['Session']));
        timer = setTimeout(connect, retryAfter);
      });
    };
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [dispatch]);
  return isConnected;
}
