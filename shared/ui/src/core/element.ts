import type { ComponentPropsWithRef, ElementType } from 'react';

/**
 * Props of a component that renders as another element or component: its own props, and those of the element.
 *
 * @example ElementProps<{ variant?: 'text' }, typeof Link> // variant, component, to, …
 */
export type ElementProps<Own, Element extends ElementType> = Own & {
  /** Element or component that is rendered. */
  component?: Element;
} & Omit<ComponentPropsWithRef<Element>, keyof Own | 'component'>;

interface Pressable {
  disabled?: boolean;
  href?: unknown;
  to?: unknown;
  tabIndex?: number;
  type?: string | undefined;
}

/**
 * Attributes of an element that people press. A native button gets `type="button"` unless it has another type. A disabled
 * link says so to assistive technology and leaves the tab order, and its style ignores the pointer. Any other element gets
 * the role of a button.
 *
 * The tabindex makes Safari focus a button that is clicked.
 */
export function describePressable(
  Element: ElementType,
  { disabled, href, to, tabIndex = 0, type = 'button' }: Pressable,
) {
  if (Element === 'button') return { type, disabled, tabIndex: disabled ? -1 : tabIndex } as const;
  return {
    ...(href === undefined && to === undefined && { role: 'button' }),
    ...(disabled && { 'aria-disabled': true }),
    tabIndex: disabled ? -1 : tabIndex,
  } as const;
}
