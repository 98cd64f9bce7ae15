/**
 * Lets React remove and replace nodes that a translation of the browser has moved. Chrome replaces texts by `font` elements. Without
 * this, React throws when it removes such a text, or inserts an element before it, and the section of the page is lost. A removed text
 * stays in its `font` element: give texts that change an element of their own.
 *
 * @returns A function that ends it.
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateMovedNodes(): () => void {
  const { prototype } = Node;
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <Child extends Node>(child: Child) {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  prototype.insertBefore = function <Child extends Node>(child: Child, next: Node | null) {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as Child;
  };
  return () => void Object.assign(prototype, { removeChild, insertBefore });
}
