import type { ElementType } from 'react';
import { joinClasses } from './class-names';
import * as styles from './divider.module.css';
import type { ElementProps } from './element-props';

interface OwnProps {
  /** Default: `horizontal`. */
  orientation?: 'horizontal' | 'vertical';
}

export type DividerProps<Element extends ElementType = 'hr'> = ElementProps<OwnProps, Element>;

/**
 * A thin line between two parts.
 *
 * @example <Divider orientation="vertical" />
 */
export function Divider<Element extends ElementType = 'hr'>({
  orientation = 'horizontal',
  component,
  className,
  ...rest
}: DividerProps<Element>) {
  const Root: ElementType = component ?? 'hr';
  const isVertical = orientation === 'vertical';
  return (
    <Root
      {...(Root !== 'hr' && { role: 'separator' })}
      {...((isVertical || Root !== 'hr') && { 'aria-orientation': orientation })}
      {...rest}
      className={joinClasses(styles.divider, isVertical && styles.vertical, className)}
    />
  );
}
