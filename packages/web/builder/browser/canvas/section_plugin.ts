import type { Plugin } from "@pdfme/common";

import { TEXTS } from "../texts.ts";

/** A box with the name of a section and the number of its fields, which move with it. */
export const sectionPlugin: Plugin = {
  ui: async ({ rootElement, schema }) => {
    const { name, fields } = schema;
    const count = Array.isArray(fields) ? fields.length : 0;
    const box = document.createElement("div");
    box.className = "section-field";
    box.textContent = TEXTS.section(name, count);
    rootElement.replaceChildren(box);
  },
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
