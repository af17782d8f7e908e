import type { Layout } from "@paraph/core/layouts";
import type { InputData, Manifest } from "@paraph/core/manifests";

import { compileLayout } from "../../../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../../../packages/pdf/render_document.ts";
import { LOGO_URI } from "../assets.ts";
import type { BenchData, BenchDocument } from "../documents.ts";
import { pdfmeTemplate } from "../pdfme_template.ts";
import { type Draw, type Engine, pick } from "./engine.ts";

/** The document as it is published. Its image belongs to the template, like a logo. */
export async function sourceOf(document: BenchDocument) {
  const template = await pdfmeTemplate(document);
  const schemas = template.schemas.map((fields) =>
    fields.map((field) => (field.type === "image" ? { ...field, content: LOGO_URI } : field)),
  );
  const text = { dataType: "text", required: false } as const;
  const manifest: Manifest = {
    variables: document.texts.map(({ name }) => ({ key: name, label: name, ...text })),
    loops: [
      {
        key: "rows",
        label: "Rows",
        itemFields: (document.table?.columns ?? [{ heading: "none" }]).map(
          ({ heading }, index) => ({ key: `c${index}`, label: heading, ...text }),
        ),
      },
    ],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  const layout = { ...template, schemas } as unknown as Layout;
  return { layout, manifest, title: "Document" };
}

/** The data in the form of a stored render. */
export function inputOf({ texts, rows }: BenchData): InputData {
  return {
    values: texts,
    loops: {
      rows: rows.map((cells) =>
        Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell])),
      ),
    },
  };
}

/** Paraph as a render thread calls it: compiled once, data as JSON text. */
export const engine: Engine = {
  open: async (document, data): Promise<Draw> => {
    const template = await compileLayout(await sourceOf(document));
    const texts = data.map((each) => JSON.stringify(inputOf(each)));
    return async (number) => {
      const input: InputData = JSON.parse(pick(texts, number));
      return (await renderDocument(template, input, new Map())).bytes;
    };
  },
};
