import type { ElementType, ReactNode } from 'react';
import * as styles from './button.module.css';
import { joinClasses } from './class-names';
import type { ElementProps } from './element-props';
import { describePressable } from './pressable';

const variants = { contained: styles.contained, outlined: styles.outlined, text: styles.text };
const colors = { primary: undefined, inherit: styles.inherit, error: styles.error };
const sizes = { small: styles.small, medium: undefined, large: styles.large };

interface OwnProps {
  /** Default: `text`. */
  variant?: keyof typeof variants;
  /** Default: `primary`. */
  color?: keyof typeof colors;
  /** Default: `medium`. */
  size?: keyof typeof sizes;
  startIcon?: ReactNode;
  endIcon?: ReactNode;
  /** Makes the button as wide as its container. */
  fullWidth?: boolean;
  disabled?: boolean;
}

export type ButtonProps<Element extends ElementType = 'button'> = ElementProps<OwnProps, Element>;

/**
 * A button with a text, or a link that looks like one.
 *
 * @example <Button component={Link} to={urls.home()} variant="contained">Continue Shopping</Button>
 */
export function Button<Element extends ElementType = 'button'>({
  variant = 'text',
  color = 'primary',
  size = 'medium',
  startIcon,
  endIcon,
  fullWidth = false,
  disabled = false,
  component,
  className,
  children,
  ...rest
}: ButtonProps<Element>) {
  const Root: ElementType = component ?? 'button';
  return (
    <Root
      {...rest}
      {...describePressable(Root, { disabled, ...rest })}
      {...(rest.type !== undefined && { type: rest.type })}
      className={joinClasses(
        styles.button,
        variants[variant],
        colors[color],
        sizes[size],
        fullWidth && styles.fullWidth,
        className,
      )}
    >
      {startIcon && <span className={styles.startIcon}>{startIcon}</span>}
      {children}
      {endIcon && <span className={styles.endIcon}>{endIcon}</span>}
    </Root>
  );
}
