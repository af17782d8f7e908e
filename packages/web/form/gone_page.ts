import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { texts } from "./browser/texts.ts";

/** Why there is no form. */
export type GoneKind = keyof typeof texts.gone;

/**
 * The page of a session that does not exist or has ended.
 *
 * @param framedBy Origins whose pages may embed it.
 * @param files The URLs of scripts and styles.
 */
export function gonePage(
  kind: GoneKind,
  framedBy: ReadonlyArray<string>,
  files: PageFiles,
): PageResponse {
  return messagePage({ status: STATUS[kind], ...texts.gone[kind], framedBy }, files);
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;
