import type { ElementType } from 'react';

interface Pressable {
  disabled?: boolean;
  href?: unknown;
  to?: unknown;
  tabIndex?: number;
}

/**
 * Attributes of an element that people press. A native button gets `type="button"`. A disabled link says so to assistive
 * technology and leaves the tab order, and its style ignores the pointer. Any other element gets the role of a button.
 *
 * The tabindex makes Safari focus a button that is clicked.
 */
export function describePressable(Element: ElementType, { disabled, href, to, tabIndex = 0 }: Pressable) {
  if (Element === 'button') return { type: 'button', disabled, tabIndex: disabled ? -1 : tabIndex } as const;
  return {
    ...(href === undefined && to === undefined && { role: 'button' }),
    ...(disabled && { 'aria-disabled': true }),
    tabIndex: disabled ? -1 : tabIndex,
  } as const;
}
