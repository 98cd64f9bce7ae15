import { readPinCode } from '@shop/api-contract/typed-text';
import { useFormikContext } from '@shop/forms/form';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { useTexts } from '@shop/language/texts';
import { useEffect, useRef, useState } from 'react';
import { loadPinPlace } from './address-doubts';
import type { PinPlace } from './pin-codes';

const placeFields = ['city', 'state'] as const;

/** The suggestion of the last complete PIN code. */
interface Suggested {
  pin: string;
  /** Undefined for an unknown code. */
  place: PinPlace | undefined;
  /** Suggested text of each field that the shopper has not typed. Empty where the code has no text for the field. */
  texts: Readonly<Record<string, string>>;
}

export interface PinSuggestion {
  /** Helper text of a field that still holds the suggestion. */
  getHelperText: (field: keyof PinPlace) => string | undefined;
  /** A place that differs from the typed one; null when there is none. */
  other: { label: string; use: () => void } | null;
}

/**
 * Suggests city and state from the PIN code of the form. Empty fields are filled, and so are fields that hold an earlier
 * suggestion: a code without a known city empties a suggested city. A text that the shopper has typed stays; the place is then
 * offered.
 */
export function usePinSuggestion(): PinSuggestion {
  const t = useTexts();
  const { values, setValues } = useFormikContext<ShippingAddress>();
  const pin = readPinCode(values.postalCode);
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  const latest = useRef({ values, texts: suggested?.texts });
  useEffect(() => {
    latest.current = { values, texts: suggested?.texts };
  });

  useEffect(() => {
    if (!pin) return;
    let isCurrent = true;
    void loadPinPlace(pin).then((place) => {
      if (!isCurrent) return;
      const { values: typed, texts: earlier } = latest.current;
      const free = placeFields.filter((field) => typed[field] === '' || typed[field] === earlier?.[field]);
      const texts = pick(place, free);
      // Both fields in one change: Formik validates a second change with the values before the first.
      if (free.some((field) => typed[field] !== texts[field])) void setValues({ ...typed, ...texts });
      setSuggested({ pin, place, texts });
    });
    return () => {
      isCurrent = false;
    };
  }, [pin, setValues]);

  const place = suggested?.pin === pin ? suggested?.place : undefined;
  const differing = placeFields.filter((field) => place?.[field] && !isSameText(values[field], place[field]));
  return {
    getHelperText: (field) =>
      place && values[field] && suggested?.texts[field] === values[field]
        ? t('Suggested from the PIN code')
        : undefined,
    other:
      place && differing.length > 0
        ? {
            label: placeFields.flatMap((field) => place[field] || []).join(', '),
            use: () => {
              const used = pick(place, differing);
              void setValues({ ...values, ...used });
              setSuggested((last) => last && { ...last, texts: { ...last.texts, ...used } });
            },
          }
        : null,
  };
}

const pick = (place: PinPlace | undefined, fields: readonly (keyof PinPlace)[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, place?.[field] ?? '']));
const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();
