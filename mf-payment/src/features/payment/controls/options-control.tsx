import { TextField } from '@shop/ui/controls';
import type { FieldControlProps } from './field-control-props';
import { formatHelperText } from './helper-text';
import * as styles from './options-control.module.css';

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

function OptionsInLine({ field, id, value, error, onChange, onBlur }: FieldControlProps) {
  const hintId = `${id}-hint`;
  return (
    // Blur counts when the focus leaves the group, not when it moves between options.
    <fieldset
      className={styles.group}
      aria-describedby={hintId}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <legend className={styles.legend}>{field.label}</legend>
      <div className={styles.row}>
        {field.options.map((option, index) => (
          <label key={option.value} className={styles.choice}>
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
          </label>
        ))}
      </div>
      <div id={hintId} className={styles.hint} data-wrong={error !== undefined || undefined}>
        {formatHelperText(field, error)}
      </div>
    </fieldset>
  );
}
