import { type Ref, useId } from 'react';
import * as styles from './option-picker.module.css';

export interface OptionPickerProps {
  /** Name of the group, such as 'Shoe Size'. */
  label: string;
  options: readonly string[];
  chosen: string | undefined;
  onChoose: (option: string) => void;
  /** Error message under the options. Empty without an error. */
  error?: string;
  ref?: Ref<HTMLDivElement>;
}

/** Lets the shopper choose one of a few options: a radio group that looks like a row of chips. */
export function OptionPicker({ label, options, chosen, onChoose, error = '', ref }: OptionPickerProps) {
  const groupName = useId();
  const errorId = useId();
  return (
    <div
      ref={ref}
      className={styles.picker}
      role="radiogroup"
      aria-label={label}
      aria-invalid={error !== ''}
      aria-describedby={error ? errorId : undefined}
    >
      <div className={styles.legend} aria-hidden>
        <span>{label}</span>
        {chosen !== undefined && <b>{chosen}</b>}
      </div>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={groupName}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            {option}
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
