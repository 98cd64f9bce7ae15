import type { ElementType } from 'react';
import { joinClasses } from '../core/class-names';
import type { ElementProps } from '../core/element';
import * as styles from './visually-hidden.module.css';

export type VisuallyHiddenProps<Element extends ElementType = 'span'> = ElementProps<object, Element>;

/**
 * Text for assistive technology only.
 *
 * @example <VisuallyHidden>Original price </VisuallyHidden>
 */
export function VisuallyHidden<Element extends ElementType = 'span'>({
  component,
  className,
  ...rest
}: VisuallyHiddenProps<Element>) {
  const Root: ElementType = component ?? 'span';
  return <Root {...rest} className={joinClasses(styles.hidden, className)} />;
}
