import { Manifest } from "@paraph/core/manifests";
import type { Language } from "@paraph/core/values";
import { Schema } from "effect";

import { compileLayout } from "../../compile/compile_layout.ts";
import type { CompiledTemplate } from "../../compile/compiled_template.ts";
import template from "./template/template.json" with { type: "json" };

const compiledTemplates = new Map<Language, Promise<CompiledTemplate>>();

/** The compiled template of certificates in a language. Each thread compiles it once for a language. */
export function certificateTemplate(language: Language): Promise<CompiledTemplate> {
  const compiledTemplate = compiledTemplates.get(language) ?? compile(language);
  compiledTemplates.set(language, compiledTemplate);
  return compiledTemplate;
}

function compile(language: Language): Promise<CompiledTemplate> {
  const { name, layout, manifest } = template;
  return compileLayout({
    layout: { ...layout, language, schemas: [onePage(layout.schemas)] },
    manifest: Schema.decodeUnknownSync(Manifest)(manifest),
    title: name,
  });
}

/** The space between the fields of two pages of the template, in millimetres. */
const GAP = 8;

/**
 * Joins the pages of the template: each continues below the last one. A published layout cannot do that, and a page
 * of its own would leave the rest of a short page blank.
 */
function onePage(pages: typeof template.layout.schemas) {
  let bottom = 0;
  return pages.flatMap((fields) => {
    const top = Math.min(...fields.map(({ position }) => position.y));
    const moved = bottom === 0 ? 0 : bottom + GAP - top;
    bottom = moved + Math.max(...fields.map(({ position, height }) => position.y + height));
    return fields.map((field) => ({
      ...field,
      position: { ...field.position, y: field.position.y + moved },
    }));
  });
}
