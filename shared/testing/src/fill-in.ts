import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/**
 * Fills fields by their labels, each with one paste. Typing key by key renders the form once per character, so only tests
 * of typing do it.
 *
 * @example await fillIn(user, { Email: 'asha@example.com', Password: 'secret1' });
 */
export async function fillIn(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    if (text) {
      await user.click(field);
      await user.paste(text);
    }
  }
}
