import type { ElementType } from 'react';
import { joinClasses } from './class-names';
import * as styles from './container.module.css';
import type { ElementProps } from './element-props';

const widths = { sm: styles.sm, md: styles.md, lg: styles.lg, xl: styles.xl };

interface OwnProps {
  /** Maximum width: 480, 768, 1024 or 1440 px. Default: `lg`. */
  maxWidth?: keyof typeof widths;
}

export type ContainerProps<Element extends ElementType = 'div'> = ElementProps<OwnProps, Element>;

/**
 * Centres the content of a page, with a maximum width and space at both sides.
 *
 * @example <Container maxWidth="xl">…</Container>
 */
export function Container<Element extends ElementType = 'div'>({
  maxWidth = 'lg',
  component,
  className,
  ...rest
}: ContainerProps<Element>) {
  const Root: ElementType = component ?? 'div';
  return <Root {...rest} className={joinClasses(styles.container, widths[maxWidth], className)} />;
}
