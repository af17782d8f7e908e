import type { PublicUrls } from "@paraph/core/values";

import type { Deployment } from "./settings/mod.ts";

/**
 * The public URLs of a deployment.
 *
 * @param reachedAt The base URL when none is configured, without a trailing slash.
 */
export function publicUrlsOf(
  { publicUrl, shareUrl, embedUrl }: Pick<Deployment, "publicUrl" | "shareUrl" | "embedUrl">,
  reachedAt: string,
): PublicUrls["Service"] {
  const base = publicUrl ?? reachedAt;
  return { base, share: shareUrl ?? base, embed: embedUrl ?? `${base}/embed` };
}
