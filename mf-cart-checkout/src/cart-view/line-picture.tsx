import type { CartLine } from '@shop/cart/cart-line';
import { Picture } from '@shop/ui/picture';
import noPicture from './no-picture.svg';

export interface LinePictureProps {
  line: Pick<CartLine, 'image'>;
  /** Width of the slot, as in `<img sizes>`. */
  sizes: string;
}

/** The small picture of a line. The name stands beside it, so it says nothing to assistive technology. */
export function LinePicture({ line, sizes }: LinePictureProps) {
  return <Picture picture={{ url: line.image }} alt="" fallback={noPicture} sizes={sizes} />;
}
