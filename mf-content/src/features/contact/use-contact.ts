import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { useNotify } from '@shop/notifications/use-notify';
import { useStoreInfo } from '@shop/store-info/use-store-info';

export type ContactState =
  | { kind: 'loading'; send: SendMessage }
  | { kind: 'failed'; send: SendMessage; retry: () => void }
  | { kind: 'ready'; send: SendMessage; info: StoreInfo };

/** Resolves after the toast that confirms the message. */
export type SendMessage = () => Promise<void>;

/** Milliseconds. Specification 9. */
const simulatedDelayMs = 1500;

/**
 * Loads the contact details and handles the contact form. The message is not sent: the specification has no call for it.
 *
 * @see Specification 4 "Contact form"; Interpretation 28
 */
export function useContact(): ContactState {
  const store = useStoreInfo();
  const notify = useNotify();
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, simulatedDelayMs));
    notify({ title: 'Message Sent', description: "Thank you for contacting us. We'll get back to you shortly." });
  };
  return { ...store, send };
}
