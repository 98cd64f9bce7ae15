import { readPinCode } from '@shop/api-contract/typed-text';
import { useFormikContext } from '@shop/forms/form';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { useTexts } from '@shop/language/texts';
import { useEffect, useRef, useState } from 'react';
import { loadPinPlace } from './address-doubts';
import type { PinPlace } from './pin-codes';

const placeFields = ['city', 'state'] as const;

export interface PinSuggestion {
  /** Helper text of a field that still holds the suggestion. */
  getHelperText: (field: keyof PinPlace) => string | undefined;
  /** A place that differs from the typed one; null when there is none. */
  other: { label: string; use: () => void } | null;
}

/**
 * Suggests city and state from the PIN code of the form. Empty fields are filled, and so are fields that hold an earlier
 * suggestion. A text that the shopper has typed stays; the place is then offered.
 */
export function usePinSuggestion(): PinSuggestion {
  const t = useTexts();
  const { values, setValues } = useFormikContext<ShippingAddress>();
  const pin = readPinCode(values.postalCode);
  const [suggested, setSuggested] = useState<{ pin: string; place: PinPlace; filled: readonly string[] } | null>(null);
  const latest = useRef({ values, place: suggested?.place });
  useEffect(() => {
    latest.current = { values, place: suggested?.place };
  });

  useEffect(() => {
    if (!pin) return;
    let isCurrent = true;
    void loadPinPlace(pin).then((place) => {
      if (!isCurrent || !place) return;
      const { values: typed, place: earlier } = latest.current;
      const isFree = (field: keyof PinPlace) => typed[field] === '' || typed[field] === earlier?.[field];
      const filled = placeFields.filter((field) => place[field] && isFree(field));
      // Both fields in one change: Formik validates a second change with the values before the first.
      if (filled.length > 0) void setValues({ ...typed, ...pick(place, filled) });
      setSuggested({ pin, place, filled });
    });
    return () => {
      isCurrent = false;
    };
  }, [pin, setValues]);

  const place = suggested?.pin === pin ? suggested?.place : undefined;
  const differing = placeFields.filter((field) => place?.[field] && !isSameText(values[field], place[field]));
  return {
    getHelperText: (field) =>
      suggested?.filled.includes(field) && place?.[field] === values[field]
        ? t('Suggested from the PIN code')
        : undefined,
    other:
      place && differing.length > 0
        ? {
            label: placeFields.flatMap((field) => place[field] || []).join(', '),
            use: () => void setValues({ ...values, ...pick(place, differing) }),
          }
        : null,
  };
}

const pick = (place: PinPlace, fields: readonly (keyof PinPlace)[]) =>
  Object.fromEntries(fields.map((field) => [field, place[field]]));
const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();
