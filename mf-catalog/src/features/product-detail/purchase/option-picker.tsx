import { styled } from '@shop/ui/core';
import { type Ref, useId } from 'react';

const Frame = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });

const Legend = styled('legend')(({ theme }) => ({
  padding: 0,
  marginBottom: theme.spacing(1),
  fontSize: '0.9375rem',
  color: theme.vars.palette.text.secondary,
  '& > b': { fontWeight: 600, color: theme.vars.palette.text.primary, marginInlineStart: '0.5em' },
}));

const Options = styled('div')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) }));

/** A transparent radio button covers the whole option, so click, focus and accessible name work as usual. */
const Option = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minWidth: 48,
  minHeight: 44,
  padding: theme.spacing(0, 1.75),
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '& > input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'inherit',
  },
  '&:has(:checked)': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    fontWeight: 600,
    '@media (forced-colors: active)': { borderColor: 'Highlight', borderWidth: 3 },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  'fieldset[aria-invalid=true] &:not(:has(:checked))': { borderColor: theme.vars.palette.error.main },
}));

const PickerError = styled('p')(({ theme }) => ({
  margin: theme.spacing(1, 0, 0),
  fontSize: '0.9375rem',
  color: theme.vars.palette.error.main,
}));

export interface OptionPickerProps {
  /** Name of the group, such as 'Shoe Size'. */
  label: string;
  options: readonly string[];
  chosen: string | undefined;
  onChoose: (option: string) => void;
  /** Error message under the options. Empty without an error. */
  error?: string;
  ref?: Ref<HTMLFieldSetElement>;
}

/** Lets the shopper choose one of a few options: a radio group that looks like a row of chips. */
export function OptionPicker({ label, options, chosen, onChoose, error = '', ref }: OptionPickerProps) {
  const groupName = useId();
  const errorId = useId();
  return (
    <Frame
      ref={ref}
      role="radiogroup"
      aria-label={label}
      aria-invalid={error !== ''}
      aria-describedby={error ? errorId : undefined}
    >
      <Legend aria-hidden>
        <span>{label}</span>
        {chosen !== undefined && <b>{chosen}</b>}
      </Legend>
      <Options>
        {options.map((option) => (
          <Option key={option}>
            <input
              type="radio"
              name={groupName}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            {option}
          </Option>
        ))}
      </Options>
      {error && <PickerError id={errorId}>{error}</PickerError>}
    </Frame>
  );
}
