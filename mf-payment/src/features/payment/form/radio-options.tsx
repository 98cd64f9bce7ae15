import type { ReactNode } from 'react';
import type { ControlProps } from './control-props';
import * as styles from './payment-field.module.css';

interface RadioOptionsProps extends ControlProps {
  /** Class of the list of options. */
  listClass: string | undefined;
  /** Class of each option. */
  optionClass: string | undefined;
  /** Shows a mark behind the label of an option. It is decoration. */
  renderMark?: (value: string) => ReactNode;
}

/** A choice of one option by radio buttons. The arrow keys move between them. */
export function RadioOptions(props: RadioOptionsProps) {
  const { field, lang, id, value, isInError, helperText, onChange, onBlur, listClass, optionClass, renderMark } = props;
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
      <legend className={styles.legend} lang={lang}>
        {field.label}
      </legend>
      <div className={listClass} lang={lang}>
        {field.options.map((option, index) => (
          <label key={option.value} className={optionClass}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={field.name}
              value={option.value}
              checked={option.value === value}
              required={field.rules.required}
              onChange={() => onChange(option.value)}
            />
            {option.label}
            {renderMark?.(option.value)}
          </label>
        ))}
      </div>
      <div id={hintId} className={styles.hint} data-wrong={isInError || undefined}>
        {helperText}
      </div>
    </fieldset>
  );
}

/** Options in one line. Interpretation 31. */
export function OptionsInLine(props: ControlProps) {
  return <RadioOptions {...props} listClass={styles.row} optionClass={styles.choice} />;
}
