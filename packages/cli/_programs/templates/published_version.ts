import { Manifest } from "@paraph/core/manifests";
import type { PublishTemplate } from "@paraph/core/templates";
import { type Effect, Schema } from "effect";

import {
  asSent,
  type Difference,
  differences,
  type PublishedContent,
  publishedForm,
} from "../../template_folder/mod.ts";
import type { Resources } from "../client.ts";

/** The current version of a template. */
export type PublishedVersion = PublishedContent & { readonly versionNumber: number };

type TemplateDetail = Effect.Success<ReturnType<Resources["templates"]["get"]>>;

/** The current version in the response of a server; `undefined` if there is none. */
export function publishedOf(detail: TemplateDetail): PublishedVersion | undefined {
  const { slug, name, description, manifest, layout, pageConfig, einvoice } = detail;
  const { currentVersionNumber: versionNumber } = detail;
  if (manifest === null || layout === null || pageConfig === null || versionNumber === null)
    return undefined;
  return {
    slug,
    name,
    description,
    manifest: decodeManifest(manifest),
    layout,
    pageConfig,
    einvoice,
    versionNumber,
  };
}

const decodeManifest = Schema.decodeUnknownSync(Manifest);

/** The differences between the current version of a template and its content on disk. */
export function comparison(
  current: PublishedVersion,
  content: PublishTemplate,
): ReadonlyArray<Difference> {
  return differences(asSent(current), asSent(publishedForm(content)));
}
