import type { Attachment } from "@paraph/core/layouts";

import { compileText } from "./compile_text.ts";
import type { CompiledAttachment } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

const RELATIONSHIPS = {
  source: "Source",
  data: "Data",
  alternative: "Alternative",
  supplement: "Supplement",
  unspecified: "Unspecified",
} as const;

/** Parses the texts of the files in the documents of a layout; undefined without files. */
export function compileAttachments(
  attachments: ReadonlyArray<Attachment> | null | undefined,
  keys: KnownKeys,
): ReadonlyArray<CompiledAttachment> | undefined {
  if (!attachments || attachments.length === 0) return undefined;
  return attachments.map(({ name, content, mediaType, description, relationship }) => ({
    name: compileText(name, keys),
    content: compileText(content, keys),
    mediaType: mediaType ?? "text/plain",
    description: compileText(description ?? "", keys),
    relationship: RELATIONSHIPS[relationship ?? "unspecified"],
  }));
}
