/** Tells the stylesheet the height of the bar: pages and the panel are below it, also when the search is open. */
export function followBarHeight(): void {
  const bar = document.querySelector(".bar");
  if (bar === null) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty("--bar-height", `${bar.getBoundingClientRect().height}px`),
  );
  observer.observe(bar);
}
