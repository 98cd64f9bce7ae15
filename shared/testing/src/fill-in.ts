import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/**
 * Fills fields by their labels, each in one go, as a browser's autofill or a paste does. Typing key by key renders a form
 * once a character: keep it for tests that are about typing.
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
