/** A rectangle on a page: percent of the page as it is shown. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lays an element over its page. What stands far right or far down opens the other way. */
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
