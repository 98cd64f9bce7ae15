import type { CartLine } from '@shop/cart/cart-line';
import { Picture } from '@shop/ui/picture';
import noPicture from './no-picture.svg';

export interface LinePictureProps {
  line: Pick<CartLine, 'image'>;
  /** Width of the picture, in the syntax of `<img sizes>`. */
  sizes: string;
}

/** The small picture of a line. Its alternative text is empty, because the name follows it. */
export function LinePicture({ line, sizes }: LinePictureProps) {
  return <Picture picture={{ url: line.image }} alt="" fallback={noPicture} sizes={sizes} />;
}
