import { h, labeledControl, nextId, select, setError } from "../../../ui/browser/dom.ts";
import { formatOf, FORMATS, hasSpace, type PageSetup } from "../design/page_setup.ts";
import { TEXTS } from "../texts.ts";

/**
 * The controls of a paper: its format, orientation and margins.
 *
 * @param prefix In front of the keys of the controls, which keep the focus.
 */
export function paperControls(
  setup: PageSetup,
  apply: (setup: PageSetup) => void,
  prefix: string,
): ReadonlyArray<HTMLElement> {
  const format = select(
    FORMATS.map((name) => [name, name] as const),
    setup.format,
    (value) => apply({ ...setup, format: formatOf(value) }),
  );
  const orientation = select(
    [
      ["portrait", TEXTS.page.portrait],
      ["landscape", TEXTS.page.landscape],
    ],
    setup.orientation,
    (value) => apply({ ...setup, orientation: value === "landscape" ? "landscape" : "portrait" }),
  );
  format.dataset["key"] = `${prefix}format`;
  orientation.dataset["key"] = `${prefix}orientation`;
  const problem = h("p", { class: "problem", id: nextId(), role: "alert" });
  const sides = TEXTS.page.sides.map((label, index) => {
    const limits = { min: 0, max: 500, step: 1 };
    const input = h("input", { type: "number", ...limits, inputmode: "decimal" });
    input.dataset["key"] = `${prefix}margin ${index}`;
    input.value = String(Math.round((setup.margins[index] ?? 0) * 10) / 10);
    input.addEventListener("change", () => {
      const [top, right, bottom, left] = setup.margins.map((margin, side) =>
        side === index ? input.valueAsNumber : margin,
      );
      const next: PageSetup = { ...setup, margins: [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0] };
      const isValid = Number.isFinite(input.valueAsNumber) && hasSpace(next);
      problem.textContent = isValid ? "" : TEXTS.page.noSpace;
      setError(input, isValid ? "" : " ");
      if (isValid) apply(next);
    });
    return labeledControl(label, input);
  });
  return [
    h(
      "div",
      { class: "pair" },
      labeledControl(TEXTS.page.format, format),
      labeledControl(TEXTS.page.orientation, orientation),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, TEXTS.page.margins),
      h("div", { class: "sides" }, ...sides),
      problem,
    ),
  ];
}
