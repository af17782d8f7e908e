import type { Einvoice } from "@paraph/core/einvoices";
import {
  generateLayout,
  type Layout,
  type PageConfig,
  withPageDefaults,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import type { PublishTemplate } from "@paraph/core/templates";
import { type Schema } from "effect";

/** The published content of a template, with generated and default values. */
export interface PublishedForm {
  readonly name: string;
  readonly description: string | null;
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
  readonly einvoice: Einvoice | null;
}

/** Returns the published form of a template on disk. */
export function publishedForm(content: PublishTemplate): PublishedForm {
  const { name, manifest, description = null, einvoice = null } = content;
  const pageConfig = withPageDefaults(content.pageConfig);
  const layout = content.layout ?? generateLayout(manifest, { title: name, pageConfig });
  return { name, description, manifest, layout, pageConfig, einvoice };
}

/** Returns the same as plain JSON: templates are equal if their JSON is. */
export function asSent({
  name,
  description,
  manifest,
  layout,
  pageConfig,
  einvoice,
}: PublishedForm): Schema.Json {
  return JSON.parse(JSON.stringify({ name, description, manifest, layout, pageConfig, einvoice }));
}
