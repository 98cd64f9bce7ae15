import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { styled } from '@shop/ui/core';
import type { ReactNode } from 'react';

const Line = styled('span')({ display: 'block' });
const Plain = styled(Line)(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

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
      {error && <Line>{error}</Line>}
      {description && <Plain>{description}</Plain>}
    </>
  );
}
