import type { ElementType } from 'react';
import { joinClasses } from './class-names';
import type { ElementProps } from './element-props';
import * as styles from './icon-button.module.css';
import { describePressable } from './pressable';

const colors = { default: undefined, inherit: styles.inherit, primary: styles.primary };
const sizes = { small: styles.small, medium: undefined, large: styles.large };
const edges = { start: styles.start, end: styles.end };

interface OwnProps {
  /** Default: `default`, a soft text colour. */
  color?: keyof typeof colors;
  /** Default: `medium`. Every size is at least 44 px wide and high. */
  size?: keyof typeof sizes;
  /** Moves the icon to the edge of its container. */
  edge?: keyof typeof edges;
  disabled?: boolean;
}

export type IconButtonProps<Element extends ElementType = 'button'> = ElementProps<OwnProps, Element>;

/**
 * A round button with an icon, or a link that looks like one. The icon is decorative, so the button needs a label.
 *
 * @example <IconButton aria-label="Dismiss" onClick={dismiss}><X aria-hidden /></IconButton>
 */
export function IconButton<Element extends ElementType = 'button'>({
  color = 'default',
  size = 'medium',
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
      {...(rest.type !== undefined && { type: rest.type })}
      className={joinClasses(styles.iconButton, colors[color], sizes[size], edge && edges[edge], className)}
    />
  );
}
