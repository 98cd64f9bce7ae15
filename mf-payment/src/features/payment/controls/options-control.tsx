import { TextField } from '@shop/ui/controls';
import { styled } from '@shop/ui/core';
import type { FieldControlProps } from './field-control-props';
import { formatHelperText } from './helper-text';

/** A choice of one option: a native select, or radio buttons in a line when the field is inline. Interpretation 31. */
export function OptionsControl(props: FieldControlProps) {
  return props.field.inline ? <OptionsInLine {...props} /> : <OptionsList {...props} />;
}

function OptionsList({ field, id, value, error, onChange, onBlur }: FieldControlProps) {
  return (
    <TextField
      select
      id={id}
      name={field.name}
      label={field.label}
      required={field.rules.required}
      value={value}
      error={error !== undefined}
      helperText={formatHelperText(field, error)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      slotProps={{
        select: { native: true },
        inputLabel: { required: false, shrink: true },
        formHelperText: { component: 'div' },
      }}
    >
      <option value="">{field.placeholder || 'Please choose'}</option>
      {field.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

const Group = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });
const Legend = styled('legend')(({ theme }) => ({ padding: 0, color: theme.vars.palette.text.secondary }));
const Row = styled('div')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', columnGap: theme.spacing(3) }));
const Choice = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: 44,
  cursor: 'pointer',
  '& input': { width: 20, height: 20, margin: 0, accentColor: theme.vars.palette.primary.main },
}));
const Hint = styled('div')(({ theme }) => ({
  fontSize: '0.8125rem',
  '&[data-wrong]': { color: theme.vars.palette.error.main },
}));

function OptionsInLine({ field, id, value, error, onChange, onBlur }: FieldControlProps) {
  const hintId = `${id}-hint`;
  return (
    // Blur counts when the focus leaves the group, not when it moves between options.
    <Group
      aria-describedby={hintId}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <Legend>{field.label}</Legend>
      <Row>
        {field.options.map((option, index) => (
          <Choice key={option.value}>
            <input
              type="radio"
              // The first option takes the focus when the field is in error.
              id={index === 0 ? id : undefined}
              name={field.name}
              value={option.value}
              checked={option.value === value}
              required={field.rules.required}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </Choice>
        ))}
      </Row>
      <Hint id={hintId} data-wrong={error !== undefined || undefined}>
        {formatHelperText(field, error)}
      </Hint>
    </Group>
  );
}
