import { type RefObject, type UIEvent, useRef, useState } from 'react';

export interface PictureRow {
  /** Receives the row that scrolls sideways. Each picture is as wide as the row. */
  row: RefObject<HTMLUListElement | null>;
  /** Index of the picture in view. */
  index: number;
  /** Scrolls to a picture, smoothly where the style sheet says so. */
  show: (index: number) => void;
  /** Handlers of the row. */
  rowEvents: { onScroll: (event: UIEvent<HTMLElement>) => void; onPointerDown: () => void };
}

/** Milliseconds without a step after which a smooth scroll has been ended by the browser. */
const maxPauseMs = 500;

/** The row of a page that is written from right to left scrolls to negative positions. */
const getDirection = () => (document.dir === 'rtl' ? -1 : 1);

/** Connects a row of pictures that scrolls sideways with the index of the picture in view. */
export function usePictureRow(start = 0): PictureRow {
  const row = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(start);
  /** Where a scroll by `show` starts and ends. Pictures between them are passed only. */
  const way = useRef<{ from: number; to: number }>(undefined);
  const pause = useRef<number>(undefined);
  const scrollTo = (element: HTMLElement, next: number) => {
    element.scrollLeft = getDirection() * next * element.clientWidth;
  };
  /** The browser may end a smooth scroll before its end, such as when the page scrolls too. */
  const finishAfterPause = () => {
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => {
      const { current: element } = row;
      if (!element || !way.current) return;
      element.style.scrollBehavior = 'auto';
      scrollTo(element, way.current.to);
      element.style.scrollBehavior = '';
      endWay();
    }, maxPauseMs);
  };
  const show = (next: number) => {
    way.current = { from: way.current?.from ?? index, to: next };
    if (row.current) scrollTo(row.current, next);
    finishAfterPause();
    setIndex(next);
  };
  const endWay = () => {
    way.current = undefined;
  };
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    const seen = Math.abs(Math.round(scrollLeft / clientWidth));
    const { from, to } = way.current ?? { from: seen, to: seen };
    if (way.current) finishAfterPause();
    if (seen !== to && (seen - from) * (seen - to) <= 0) return;
    endWay();
    setIndex(seen);
  };
  // A swipe may end the scroll before its end.
  return { row, index, show, rowEvents: { onScroll, onPointerDown: endWay } };
}
