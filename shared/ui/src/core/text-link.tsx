import type { ElementType } from 'react';
import { joinClasses } from './class-names';
import type { ElementProps } from './element-props';
import * as styles from './text-link.module.css';

const underlines = { hover: styles.hover, always: styles.always, none: undefined };
const colors = { primary: undefined, inherit: styles.inherit };

interface OwnProps {
  /** Default: `hover`. */
  underline?: keyof typeof underlines;
  /** Default: `primary`. */
  color?: keyof typeof colors;
}

export type TextLinkProps<Element extends ElementType = 'a'> = ElementProps<OwnProps, Element>;

/**
 * A link in a text. It has the font of the text around it.
 *
 * @example <TextLink component={Link} to={urls.checkout()} underline="always">Checkout</TextLink>
 */
export function TextLink<Element extends ElementType = 'a'>({
  underline = 'hover',
  color = 'primary',
  component,
  className,
  ...rest
}: TextLinkProps<Element>) {
  const Root: ElementType = component ?? 'a';
  return (
    <Root
      {...(Root === 'button' && { type: 'button' })}
      {...rest}
      className={joinClasses(styles.link, colors[color], underlines[underline], className)}
    />
  );
}
