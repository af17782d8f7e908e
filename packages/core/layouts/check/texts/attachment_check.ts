import type { Manifest } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import type { Attachment } from "../../model/attachment.ts";
import { indexManifest } from "../../model/layout_binding.ts";
import { documentTextProblems } from "./information_check.ts";

/** The problems of the files in the documents of a layout. */
export function attachmentProblems(
  attachments: ReadonlyArray<Attachment>,
  manifest: Manifest,
  hasBasePdf: boolean,
): ReadonlyArray<Issue> {
  if (attachments.length > 0 && hasBasePdf)
    return [
      {
        path: "layout.attachments",
        message: "Documents on an existing PDF cannot have attachments: remove this setting",
      },
    ];
  const index = indexManifest(manifest);
  return attachments.flatMap(({ name, content, description }, position) => {
    const path = `layout.attachments.${position}`;
    return [
      ...documentTextProblems(`${path}.name`, name, index),
      ...documentTextProblems(`${path}.content`, content, index),
      ...documentTextProblems(`${path}.description`, description, index),
    ];
  });
}
