/** The font sizes of the sealed document in points: the largest, the smallest of one line, and the smallest of several lines. */
const [LARGEST, SMALLEST_LINE, SMALLEST] = [12, 5, 1];

/** The step by which the font of several lines is reduced. */
const STEP = 0.95;

/** Sets the font size with which a text fits into its box, at every size of the page. */
export function fitText(text: HTMLElement, box: HTMLElement, isParagraph: boolean): void {
  new ResizeObserver(() => {
    const point = Number(getComputedStyle(box).getPropertyValue("--total-scale-factor")) || 1;
    const size = isParagraph ? 0 : lineSize(text, box, point);
    box.classList.toggle("is-paragraph", size < SMALLEST_LINE);
    if (size >= SMALLEST_LINE) set(text, size * point);
    else setParagraph(text, point);
  }).observe(box);
}

/** Returns the font size of one line, in points. */
function lineSize(text: HTMLElement, box: HTMLElement, point: number): number {
  box.classList.remove("is-paragraph");
  set(text, LARGEST * point);
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = text;
  return LARGEST * Math.min(1, clientWidth / scrollWidth, clientHeight / scrollHeight);
}

function setParagraph(text: HTMLElement, point: number): void {
  let size = LARGEST;
  set(text, size * point);
  while (text.scrollHeight > text.clientHeight && size > SMALLEST) {
    size *= STEP;
    set(text, size * point);
  }
}

function set(text: HTMLElement, pixels: number): void {
  text.style.fontSize = `${pixels}px`;
}
