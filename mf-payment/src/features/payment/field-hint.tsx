import type { PaymentField } from '@shop/api-contract/reading/payment';
import { styled } from '@shop/ui/core';

export interface FieldHintProps {
  field: PaymentField;
  error: string | undefined;
}

const Line = styled('span')({ display: 'block' });
const Plain = styled(Line)(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** What stands under a field, and is read with it: what is wrong, what the server says about it, whether it may stay empty. */
export function FieldHint({ field, error }: FieldHintProps) {
  const isOptional = !field.rules.required && field.type !== 'checkbox';
  const description = [field.description, isOptional && 'Optional'].filter(Boolean).join(' · ');
  return (
    <>
      {error && <Line>{error}</Line>}
      {description && <Plain>{description}</Plain>}
    </>
  );
}
