import type { ElementType, ReactNode } from 'react';
import * as styles from './button.module.css';
import { joinClasses } from './class-names';
import { describePressable, type ElementProps } from './element';

const variants = { contained: styles.contained, outlined: styles.outlined, text: styles.text };
const colors = { primary: undefined, inherit: styles.inherit };
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
      {/* A browser that translates the page replaces texts. React changes a text that is alone in its element. */}
      <span>{children}</span>
      {endIcon && <span className={styles.endIcon}>{endIcon}</span>}
    </Root>
  );
}

const iconColors = { default: undefined, inherit: styles.inherit };
const edges = { start: styles.start, end: styles.end };

interface OwnIconProps {
  /** Default: `default`, a soft text colour. */
  color?: keyof typeof iconColors;
  /** Moves the icon to the edge of its container. */
  edge?: keyof typeof edges;
  disabled?: boolean;
}

export type IconButtonProps<Element extends ElementType = 'button'> = ElementProps<OwnIconProps, Element>;

/**
 * A round button with an icon, or a link that looks like one. It is 44 px wide and high. The icon is decorative, so the button
 * needs a label.
 *
 * @example <IconButton aria-label="Dismiss" onClick={dismiss}><X aria-hidden /></IconButton>
 */
export function IconButton<Element extends ElementType = 'button'>({
  color = 'default',
  edge,
  disabled = false,
  component,
  className,
  ...rest
}: IconButtonProps<Element>) {
  const Root: ElementType = component ?? 'button';
  return (
    <Root
      {...rest}
      {...describePressable(Root, { disabled, ...rest })}
      className={joinClasses(styles.iconButton, iconColors[color], edge && edges[edge], className)}
    />
  );
}
