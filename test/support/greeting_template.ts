import { Effect } from "effect";

import type { BuilderVisit } from "./builder_visit.ts";

/** The path of the templates of the builder. */
export const TEMPLATES = "/v1/embed/builder/templates";

/** A template with one text, a greeting. */
export const draft = (content: string) => ({
  documentTemplate: {
    name: "Greeting",
    layout: {
      basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
      manifest: { variables: [], loops: [] },
      schemas: [
        [
          {
            name: "Text",
            type: "text",
            readOnly: true,
            content,
            fontSize: 12,
            position: { x: 20, y: 40 },
            width: 100,
            height: 8,
          },
        ],
      ],
    },
  },
});

/** Creates this template, and a session to edit it. */
export const greeting = (content: string) => (call: BuilderVisit["callApi"]) =>
  Effect.map(call("POST", TEMPLATES, draft(content)), ({ documentTemplate }) => ({
    scope: { mode: "edit", templateExternalId: idIn(documentTemplate) },
  }));

/** The id of a template in a response. */
export function idIn(template: unknown): string {
  return typeof template === "object" && template !== null && "_id" in template
    ? String(template._id)
    : "";
}
