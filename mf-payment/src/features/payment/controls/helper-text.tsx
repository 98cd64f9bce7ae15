import type { PaymentField } from '@shop/api-contract/decoders/payment';
import type { ReactNode } from 'react';
import * as styles from './helper-text.module.css';

/**
 * Formats the helper text of a field: its error, whether it is optional, and the server's description.
 *
 * @returns Undefined without any text, so that no empty line takes up space.
 */
export function formatHelperText(field: PaymentField, error: string | undefined): ReactNode {
  const isOptional = !field.rules.required && field.type !== 'checkbox';
  const optional = field.description ? 'Optional. ' : 'Optional';
  const description = (isOptional ? optional : '') + field.description;
  if (!error && !description) return undefined;
  return (
    <>
      {error && <span className={styles.line}>{error}</span>}
      {description && <span className={styles.description}>{description}</span>}
    </>
  );
}
