import type { Plugin, Schema, UIRenderProps } from "@pdfme/common";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { TEXTS } from "../texts.ts";
import {
  insideSection,
  isShownAt,
  type SamplePlace,
  sectionContent,
  withMarks,
} from "./sample_contents.ts";

/** Pixels of the designer for each millimetre. */
const PIXELS = 3.779_527_559_1;

/** A box for the fields of a section, which move with it. */
export const sectionPlugin: Plugin = {
  ui: ({ rootElement, schema }) => rootElement.replaceChildren(boxOf(schema)),
  pdf: () => undefined,
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
}

/** Shows a section with its fields and sample values. */
export async function showSection(
  props: UIRenderProps<Schema>,
  { place, pluginOf }: SectionContents,
): Promise<void> {
  const { rootElement, schema } = props;
  const box = boxOf(schema);
  rootElement.replaceChildren(box);
  const inside = insideSection(schema.name, place);
  const fields: ReadonlyArray<unknown> = Array.isArray(schema["fields"]) ? schema["fields"] : [];
  await Promise.all(
    fields.filter(isRecord).map(async (field, index) => {
      const shown = fieldIn(field, `${String(schema["id"])}-${index}`);
      const plugin = shown && pluginOf(shown.type);
      if (shown === undefined || plugin === undefined || !isShownAt(field, inside)) return;
      const element = document.createElement("div");
      element.className = "section-content";
      element.style.left = `${shown.position.x * PIXELS}px`;
      element.style.top = `${shown.position.y * PIXELS}px`;
      element.style.width = `${shown.width * PIXELS}px`;
      element.style.height = `${shown.height * PIXELS}px`;
      box.append(element);
      const { onChange: _onChange, ...rest } = props;
      const own = {
        ...rest,
        schema: withMarks(shown),
        rootElement: element,
        mode: "viewer" as const,
      };
      try {
        if (shown.type === "section") await showSection(own, { place: inside, pluginOf });
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
  const box = document.createElement("div");
  box.className = "section-field";
  box.title = TEXTS.section(name, Array.isArray(fields) ? fields.length : 0);
  return box;
}
