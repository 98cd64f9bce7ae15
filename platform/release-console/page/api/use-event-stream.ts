import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { consoleApi } from './console-api';

/** Milliseconds before a reconnect after the server rejected the connection. */
const retryDelay = 1500;
/** Milliseconds without an event until the connection counts as lost. The server sends several heartbeats in this time. */
const heartbeatTimeout = 45_000;

/**
 * Reloads the state when the server reports a change. It reconnects after a lost connection. The first event of every
 * connection reloads the state too, so no change is missed in between.
 *
 * @returns Whether the page is connected.
 */
export function useEventStream(): boolean {
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
      const onEvent = () => {
        setIsConnected(true);
        connectIn(heartbeatTimeout);
      };
      source.addEventListener('open', onEvent);
      source.addEventListener('heartbeat', onEvent);
      source.addEventListener('change', () => {
        onEvent();
        dispatch(consoleApi.util.invalidateTags(['State', 'Releases', 'History']));
      });
      source.addEventListener('error', () => {
        setIsConnected(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        // The server rejected the connection. The session may have expired: loading it shows that.
        dispatch(consoleApi.util.invalidateTags(['Session']));
        connectIn(retryDelay);
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
