import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';

/** Milliseconds. Specification 9. */
const simulatedDelayMs = 1500;

/**
 * Returns the submit of the contact form. It resolves after the toast that confirms the message. The message is not sent:
 * the specification has no call for it.
 *
 * @see Specification 4 "Contact form"; Interpretation 28
 */
export function useSendMessage(): () => Promise<void> {
  const notify = useNotify();
  const t = useTexts();
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, simulatedDelayMs));
    notify({
      title: t('Message Sent'),
      description: t("Thank you for contacting us. We'll get back to you shortly."),
    });
  };
}
