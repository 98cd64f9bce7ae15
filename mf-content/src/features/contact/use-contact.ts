import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { useNotify } from '@shop/notifications/use-notify';
import { useStoreInfo } from '@shop/store-info/use-store-info';

export type ContactState =
  | { kind: 'loading'; send: SendMessage }
  | { kind: 'failed'; send: SendMessage; retry: () => void }
  | { kind: 'ready'; send: SendMessage; info: StoreInfo };

/** Resolves when the shopper has been told that the message was sent. */
export type SendMessage = () => Promise<void>;

/** Milliseconds. Specification 9. */
const simulatedDelay = 1500;

/**
 * How to reach the store. The message is not sent anywhere: the specification has no call for it. Specification 4
 * "Contact form"; Interpretation 28.
 */
export function useContact(): ContactState {
  const store = useStoreInfo();
  const notify = useNotify();
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, simulatedDelay));
    notify({ title: 'Message Sent', description: "Thank you for contacting us. We'll get back to you shortly." });
  };
  return { ...store, send };
}
