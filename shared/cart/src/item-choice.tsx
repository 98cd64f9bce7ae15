import { type Texts, useTexts } from '@shop/language/texts';

/** The size and the colour of a line of the cart or of an item of an order. */
export interface ChosenOptions {
  size?: string | undefined;
  color?: string | undefined;
}

/**
 * Formats a choice as texts: `['Size M', 'Colour Copper']`. Empty without a choice.
 *
 * @example formatChoice({ size: 'M' }, t).join(' · ')
 */
export const formatChoice = ({ size, color }: ChosenOptions, t: Texts): string[] => [
  ...(size ? [t('Size {size}', { size })] : []),
  ...(color ? [t('Colour {colour}', { colour: color })] : []),
];

/** The size and the colour of an item of an order, `Size M · Colour Copper`, in a span. Nothing without a choice. */
export function ItemChoice({ choice, className }: { choice: ChosenOptions; className: string }) {
  const t = useTexts();
  const options = formatChoice(choice, t);
  if (options.length === 0) return null;
  return (
    <span className={className} lang={t.language}>
      {options.join('\u00a0· ')}
    </span>
  );
}
