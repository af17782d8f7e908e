import type { Share } from "./share.ts";
import type { StoredShare } from "./share_store.ts";

/**
 * A share as the API shows it, with its address.
 *
 * @param base The deployment's `{share_base}`.
 */
export function shareView(stored: StoredShare, base: string): Share {
  const { projectId: _, renderId: __, ...share } = stored;
  return { ...share, shareUrl: `${base}/share/${share.shareToken}` };
}
