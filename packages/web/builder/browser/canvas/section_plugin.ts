import { bindingOf } from "@paraph/core/layouts";

import { h } from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import { insideSection, type SamplePlace, sampleRowCount } from "../data/sample_place.ts";
import { rowOffsets, type Surroundings } from "../sections/row_offsets.ts";
import { TEXTS } from "../texts.ts";
import type { Plugin, Schema, UIRenderProps } from "./plugin.ts";
import { isShownAt, sectionContent, withMarks } from "./sample_contents.ts";

/** Pixels of the designer for each millimetre. */
const PIXELS = 3.779_527_559_1;

/** A box for the fields of a section, which move with it. */
export const sectionPlugin: Plugin = {
  ui: ({ rootElement, schema }) => rootElement.replaceChildren(boxOf(schema)),
  propPanel: {
    schema: {},
    defaultSchema: {
      name: "",
      type: "section",
      content: "",
      position: { x: 0, y: 0 },
      width: 100,
      height: 30,
    },
  },
};

/** Where a section is, and how its fields are shown. */
interface SectionContents {
  readonly place: SamplePlace;
  readonly pluginOf: (type: string) => Plugin | undefined;
  /** The fields next to the section, and the size of what they are on. */
  readonly around: Surroundings;
}

/** Shows a section with its fields and sample values, in all rows of the sample data that have space. */
export async function showSection(
  props: UIRenderProps,
  { place, pluginOf, around }: SectionContents,
): Promise<void> {
  const { rootElement, schema } = props;
  const count = sampleRowCount(schema.name, place);
  const isRepeated = bindingOf(schema.name, place.index).kind === "loop";
  const boxes = rowOffsets(schema, count, around).map(({ x, y }, row) => {
    const box = boxOf(schema);
    box.style.left = `${x * PIXELS}px`;
    box.style.top = `${y * PIXELS}px`;
    box.classList.toggle("is-repeated", row > 0);
    return box;
  });
  const tag = isRepeated ? `${schema.name} · ${TEXTS.sections.rowsInSample(count)}` : schema.name;
  const label = h("span", { class: "section-tag", "aria-hidden": "true" }, tag);
  rootElement.replaceChildren(...boxes, label);
  await Promise.all(
    boxes.map((box, row) => showRow({ props, box, row, contents: { place, pluginOf, around } })),
  );
}

/** The fields of one row of a section. */
async function showRow({
  props,
  box,
  row,
  contents: { place, pluginOf },
}: {
  readonly props: UIRenderProps;
  readonly box: HTMLElement;
  readonly row: number;
  readonly contents: SectionContents;
}): Promise<void> {
  const { schema } = props;
  const inside = insideSection(schema.name, place, row);
  const fields = (Array.isArray(schema["fields"]) ? schema["fields"] : []).filter(isRecord);
  const around = { width: schema.width, height: schema.height, fields };
  await Promise.all(
    fields.map(async (field, index) => {
      const shown = fieldIn(field, `${String(schema["id"])}-${row}-${index}`);
      const plugin = shown && pluginOf(shown.type);
      if (shown === undefined || plugin === undefined || !isShownAt(field, inside)) return;
      const element = h("div", { class: "section-content" });
      element.style.left = `${shown.position.x * PIXELS}px`;
      element.style.top = `${shown.position.y * PIXELS}px`;
      element.style.width = `${shown.width * PIXELS}px`;
      element.style.height = `${shown.height * PIXELS}px`;
      box.append(element);
      const own = { schema: withMarks(shown), rootElement: element, value: "" };
      try {
        if (shown.type === "section") await showSection(own, { place: inside, pluginOf, around });
        else await plugin.ui({ ...own, value: sectionContent(shown, shown.content ?? "", inside) });
      } catch {
        // The problems of the template name what is wrong with the field.
        element.remove();
      }
    }),
  );
}

/** A field of a section; undefined if it has no place. */
function fieldIn(field: Readonly<Record<string, unknown>>, id: string): Schema | undefined {
  const { name, type, position, width, height, content, text } = field;
  const { x, y } = isRecord(position) ? position : {};
  const isPlaced = [x, y, width, height].every((length) => typeof length === "number");
  if (!isPlaced || typeof name !== "string" || typeof type !== "string") return undefined;
  const shown = typeof content === "string" ? content : typeof text === "string" ? text : "";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  return { ...field, id, content: shown, readOnly: true } as unknown as Schema;
}

function boxOf({ name, ...schema }: Schema): HTMLElement {
  const fields: unknown = schema["fields"];
  const box = h("div", { class: "section-field" });
  box.title = TEXTS.sections.box(name, Array.isArray(fields) ? fields.length : 0);
  return box;
}
