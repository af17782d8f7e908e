import {
  generateLayout,
  type Layout,
  type PageConfig,
  withPageDefaults,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import type { PublishTemplate } from "@paraph/core/templates";
import { type Schema } from "effect";

/** What of a template is published, with all that is generated or defaulted in it. */
export interface PublishedForm {
  readonly name: string;
  readonly description: string | null;
  readonly manifest: Manifest;
  readonly layout: Layout;
  readonly pageConfig: PageConfig;
}

/** What a template on disk will be once it is published. */
export function publishedForm(content: PublishTemplate): PublishedForm {
  const { name, manifest, description = null } = content;
  const pageConfig = withPageDefaults(content.pageConfig);
  const layout = content.layout ?? generateLayout(manifest, { title: name, pageConfig });
  return { name, description, manifest, layout, pageConfig };
}

/** The same as JSON that was sent: two templates are alike when these are. */
export function asSent({
  name,
  description,
  manifest,
  layout,
  pageConfig,
}: PublishedForm): Schema.Json {
  return JSON.parse(JSON.stringify({ name, description, manifest, layout, pageConfig }));
}
