import { bindingOf } from "@paraph/core/layouts";

import { button, checkbox, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { type Design, type DesignField, namesOf } from "../design/design.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { rawFieldsOf } from "./section_path.ts";
import {
  fittingCells,
  repeatSection,
  type RowPlacement,
  type SectionSettings,
  sectionSettings,
  withSectionSettings,
} from "./section_settings.ts";

const { sections: texts } = TEXTS;

/** The actions on the selected section. */
export interface SectionActions {
  readonly change: (change: (section: DesignField) => DesignField) => void;
  readonly open: () => void;
  readonly ungroup: () => void;
  readonly remove: () => void;
}

/** The settings of the selected section: what it repeats for, how its rows are placed, and page numbers. */
export function sectionCard(
  section: DesignField,
  model: TemplateModel,
  actions: SectionActions,
): ReadonlyArray<HTMLElement> {
  const isRepeated = bindingOf(section.name, model.shownIndex).kind === "loop";
  const settings = sectionSettings(section);
  const set = (change: Partial<SectionSettings>) =>
    actions.change((each) => withSectionSettings(each, change));
  return [
    h("p", { class: "selection-name" }, section.name),
    h("p", { class: "hint" }, texts.title(rawFieldsOf(section).length)),
    h(
      "div",
      { class: "selection-actions" },
      button(texts.edit, actions.open, { class: "is-small is-first", "data-key": "open" }),
      button(texts.ungroup, actions.ungroup, { class: "is-small" }),
      button(texts.remove, actions.remove, { class: "is-small" }),
    ),
    repetition(section, model, actions),
    ...(isRepeated ? [rowSettings(section, settings, model.shown, set)] : []),
    numbering(settings, set),
  ];
}

function repetition(
  section: DesignField,
  { shownIndex, shown }: TemplateModel,
  { change }: SectionActions,
): HTMLElement {
  const binding = bindingOf(section.name, shownIndex);
  const loops = [...shownIndex.loops.values()].map(
    ({ key, label }) => [key, texts.forEach(label)] as const,
  );
  const control = select(
    [["", texts.once], ...loops],
    binding.kind === "loop" ? binding.loop.key : "",
    (key) =>
      change((each) => {
        const usedNames = namesOf(shown);
        return repeatSection(each, key, { index: shownIndex, usedNames }, TEXTS.fields.section);
      }),
  );
  control.dataset["key"] = "repeat";
  return labeledControl(
    texts.repeat,
    control,
    loops.length === 0 && binding.kind !== "loop" ? texts.noLists : undefined,
  );
}

function rowSettings(
  section: DesignField,
  settings: SectionSettings,
  shown: Design,
  set: (change: Partial<SectionSettings>) => void,
): HTMLElement {
  const { placement, gap, grid } = settings;
  const placements = select(Object.entries(texts.placements), placement, (value) =>
    set({ placement: placementOf(value) }),
  );
  placements.dataset["key"] = "placement";
  const setGrid = (change: Partial<SectionSettings["grid"]>) =>
    set({ grid: { ...grid, ...change } });
  const fill = () => {
    if (typeof shown.basePdf === "string") return;
    const { width, height, padding } = shown.basePdf;
    // A row that reaches into the bottom padding would begin a new page.
    setGrid(fittingCells(section, grid, { right: width, bottom: height - padding[2] }));
  };
  return h(
    "fieldset",
    { class: "section-rows" },
    h("legend", {}, texts.rows),
    labeledControl(texts.placement, placements),
    ...(placement === "grid"
      ? [
          h(
            "div",
            { class: "pair" },
            numberControl(texts.columns, grid.columns, [1, 50, 1], (columns) =>
              setGrid({ columns }),
            ),
            numberControl(
              texts.rowsOfPage,
              grid.rows,
              [0, 200, 1],
              (rows) => setGrid({ rows }),
              texts.fitting,
            ),
            numberControl(texts.gapX, grid.gapX, [0, 500, "any"], (gapX) => setGrid({ gapX })),
            numberControl(texts.gapY, grid.gapY, [0, 500, "any"], (gapY) => setGrid({ gapY })),
          ),
          button(texts.fill, fill, { class: "is-small" }),
        ]
      : []),
    ...(placement === "below"
      ? [numberControl(texts.gap, gap, [0, 500, "any"], (value) => set({ gap: value }))]
      : []),
  );
}

function numbering(
  { restartPageNumbers, pageNumberFormat }: SectionSettings,
  set: (change: Partial<SectionSettings>) => void,
): HTMLElement {
  const restart = checkbox(texts.restart, restartPageNumbers, (isChecked) =>
    set({ restartPageNumbers: isChecked }),
  );
  restart.querySelector("input")?.setAttribute("data-key", "restart");
  const formats = select(Object.entries(texts.formats), pageNumberFormat, (value) =>
    set({ pageNumberFormat: value }),
  );
  formats.dataset["key"] = "page-number-format";
  return h(
    "div",
    { class: "section-numbers" },
    restart,
    ...(restartPageNumbers ? [labeledControl(texts.format, formats)] : []),
  );
}

/** A number; the placeholder says what an empty input means, which is 0. */
function numberControl(
  label: string,
  value: number,
  [min, max, step]: readonly [min: number, max: number, step: number | "any"],
  change: (value: number) => void,
  placeholder?: string,
): HTMLElement {
  const input = h("input", { type: "number", min, max, step, placeholder, "data-key": label });
  input.value = value === 0 && placeholder !== undefined ? "" : String(value);
  input.addEventListener("change", () => {
    const number = input.value === "" ? min : input.valueAsNumber;
    const isValid = Number.isFinite(number) && number >= min && number <= max;
    const isWhole = step === "any" || Number.isInteger(number);
    if (isValid && isWhole) change(number);
    else input.value = String(value);
  });
  return labeledControl(label, input);
}

function placementOf(value: string): RowPlacement {
  return value === "grid" || value === "pages" ? value : "below";
}
