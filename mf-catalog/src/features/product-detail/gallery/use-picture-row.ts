import { type RefObject, type UIEvent, useRef, useState } from 'react';

export interface PictureRow {
  /** Receives the row that scrolls sideways. Each picture is as wide as the row. */
  row: RefObject<HTMLUListElement | null>;
  /** Index of the picture in view. */
  index: number;
  /** Scrolls to a picture, smoothly where the style sheet says so. */
  show: (index: number) => void;
  onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** The row of a page that is written from right to left scrolls to negative positions. */
const getDirection = () => (document.dir === 'rtl' ? -1 : 1);

/** Connects a row of pictures that scrolls sideways with the index of the picture in view. */
export function usePictureRow(start = 0): PictureRow {
  const row = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(start);
  const show = (next: number) => {
    if (row.current) row.current.scrollLeft = getDirection() * next * row.current.clientWidth;
    setIndex(next);
  };
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    setIndex(Math.abs(Math.round(scrollLeft / clientWidth)));
  };
  return { row, index, show, onScroll };
}
