import type { ElementType } from 'react';
import { joinClasses } from './class-names';
import type { ElementProps } from './element';
import * as styles from './text.module.css';

const variants = {
  h1: styles.h1,
  h2: styles.h2,
  h3: styles.h3,
  body1: styles.body1,
  body2: styles.body2,
  caption: styles.caption,
  overline: styles.overline,
};
const elements = { h1: 'h1', h2: 'h2', h3: 'h3', body1: 'p', body2: 'p', caption: 'span', overline: 'span' } as const;

interface OwnProps {
  /** Size and weight. Default: `body1`. */
  variant?: keyof typeof variants;
  /** A softer colour for text of less weight. */
  tone?: 'secondary';
}

export type TypographyProps<Element extends ElementType = 'p'> = ElementProps<OwnProps, Element>;

/**
 * A text in one of the shop's sizes, without margins. Headings render as their own element, other text as a paragraph or a
 * span.
 *
 * @example <Typography variant="h3" component="h2">Delivery</Typography>
 */
export function Typography<Element extends ElementType = 'p'>({
  variant = 'body1',
  tone,
  component,
  className,
  ...rest
}: TypographyProps<Element>) {
  const Root: ElementType = component ?? elements[variant];
  return <Root {...rest} className={joinClasses(variants[variant], tone && styles.secondary, className)} />;
}

const underlines = { hover: styles.hover, always: styles.always };
const colors = { primary: undefined, inherit: styles.inherit };

interface OwnLinkProps {
  /** Default: `hover`. */
  underline?: keyof typeof underlines;
  /** Default: `primary`. */
  color?: keyof typeof colors;
}

export type TextLinkProps<Element extends ElementType = 'a'> = ElementProps<OwnLinkProps, Element>;

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
