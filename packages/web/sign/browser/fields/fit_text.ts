/** As texts are set in the sealed document: how large at most, before one line becomes several, and at least; in points. */
const [LARGEST, SMALLEST_LINE, SMALLEST] = [12, 5, 1];

/** What several lines are made smaller by, until they fit. */
const STEP = 0.95;

/** Sets a text as large as it fits into its box and no larger than is usual, at every size of the page. */
export function fitText(text: HTMLElement, box: HTMLElement, isParagraph: boolean): void {
  new ResizeObserver(() => {
    const point = Number(getComputedStyle(box).getPropertyValue("--total-scale-factor")) || 1;
    const size = isParagraph ? 0 : lineSize(text, box, point);
    box.classList.toggle("is-paragraph", size < SMALLEST_LINE);
    if (size >= SMALLEST_LINE) set(text, size * point);
    else setParagraph(text, point);
  }).observe(box);
}

/** How large a text fits on one line, in points. */
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
