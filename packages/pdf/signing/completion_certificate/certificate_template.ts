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
    layout: { ...layout, language },
    manifest: Schema.decodeUnknownSync(Manifest)(manifest),
    title: name,
  });
}
