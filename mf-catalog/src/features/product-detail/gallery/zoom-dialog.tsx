import { useTexts } from '@shop/language/texts';
import { IconButton } from '@shop/ui/core';
import { Picture, type PictureProps } from '@shop/ui/picture';
import { X } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { productFallback } from '../../../product/product-picture';
import { Pager } from './pager';
import { usePictureRow } from './use-picture-row';
import * as styles from './zoom-dialog.module.css';

interface ZoomDialogProps {
  /** Name of the product. */
  name: string;
  pictures: readonly PictureProps['picture'][];
  /** Index of the first picture in view. */
  start: number;
  /** Called with the index of the last picture in view. */
  onClose: (index: number) => void;
}

/**
 * Shows the pictures of a product in the whole window. The browser's own modal dialog keeps the focus inside, closes on Escape
 * and gives the focus back.
 */
export function ZoomDialog({ name, pictures, start, onClose }: ZoomDialogProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const { row, index, show, rowEvents } = usePictureRow(start);
  // A layout effect closes the dialog while it is still in the document: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    row.current?.children[start]?.scrollIntoView({ behavior: 'instant' });
    return () => element?.close();
  }, [row, start]);
  // The browser gives the focus to the first picture, and a scroll leaves it on a picture out of view.
  useLayoutEffect(() => {
    if (!row.current?.contains(document.activeElement)) return;
    row.current.children[index]?.querySelector('button')?.focus({ preventScroll: true });
  }, [row, index]);
  const close = () => onClose(index);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('Pictures of {product}', { product: name })}
      onClose={close}
    >
      <ul ref={row} className={styles.row} {...rowEvents}>
        {pictures.map((picture, position) => (
          <li key={picture.url}>
            <ZoomablePicture picture={picture} alt={picture.alt || name} isInView={position === index} />
          </li>
        ))}
      </ul>
      <IconButton className={styles.close} color="inherit" aria-label={t('Close')} onClick={close}>
        <X size={24} aria-hidden />
      </IconButton>
      <Pager index={index} count={pictures.length} show={show} />
    </dialog>
  );
}

interface ZoomablePictureProps extends Pick<PictureProps, 'picture' | 'alt'> {
  isInView: boolean;
}

/** Shows a picture that a click enlarges around the clicked point. Fingers can pinch it like any page. */
function ZoomablePicture({ picture, alt, isInView }: ZoomablePictureProps) {
  const t = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  /** The clicked point as fractions of the frame, or null for the picture as a whole. */
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  useLayoutEffect(() => {
    if (!frame.current || !point) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = frame.current;
    frame.current.scrollLeft = point.x * scrollWidth - clientWidth / 2;
    frame.current.scrollTop = point.y * scrollHeight - clientHeight / 2;
  }, [point]);
  const toggle = ({ detail, clientX, clientY }: MouseEvent) => {
    // The second click of a double tap: the first has changed the size.
    if (detail === 2) return;
    // A click by keyboard has no point.
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect();
    const clicked = detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height };
    setPoint((before) => (before ? null : clicked));
  };
  return (
    <div ref={frame} className={styles.frame} data-zoomed={point !== null}>
      <button
        type="button"
        aria-label={point ? t('Zoom out: {picture}', { picture: alt }) : t('Zoom in: {picture}', { picture: alt })}
        tabIndex={isInView ? 0 : -1}
        onClick={toggle}
      >
        <Picture picture={picture} alt="" fallback={productFallback} sizes="250vw" ratio="auto" />
      </button>
    </div>
  );
}
