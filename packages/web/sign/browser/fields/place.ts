/** A rectangle in percent of its page. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Positions an element on its page. Near the right or lower edge it opens to the other side. */
export function place(element: HTMLElement, { x, y, width, height }: Box): void {
  const isRight = x + width / 2 > 50;
  const isLow = y + height > 85;
  element.classList.toggle("is-right", isRight);
  element.classList.toggle("is-low", isLow);
  element.style.setProperty(isRight ? "right" : "left", `${isRight ? 100 - x - width : x}%`);
  element.style.setProperty(isLow ? "bottom" : "top", `${isLow ? 100 - y - height : y}%`);
  element.style.width = `${width}%`;
  element.style.height = `${height}%`;
}
