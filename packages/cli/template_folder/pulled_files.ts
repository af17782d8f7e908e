import { createHash } from "node:crypto";

import { isInnerPath } from "./file_reference.ts";
import type { Files } from "./folder_files.ts";

/** SHA-256 of files, in hex, by their path in a folder. */
export type Fingerprints = Readonly<Record<string, string>>;

/** What a pull does to a folder. */
export interface PullPlan {
  readonly write: Files;
  /** Files of an earlier pull without local changes that are no longer part of the template. */
  readonly remove: ReadonlyArray<string>;
  /** Files with local changes that would be overwritten. */
  readonly changed: ReadonlyArray<string>;
}

/**
 * Returns the changes that update a folder to a pulled template without losing local changes.
 *
 * @param incoming The pulled files.
 * @param here The local files at the paths of `incoming` and `written`.
 * @param written The files of the last pull.
 */
export function planPull(incoming: Files, here: Fingerprints, written: Fingerprints): PullPlan {
  const news = [...incoming].filter(([path, bytes]) => here[path] !== fingerprint(bytes));
  const changed = news.filter(([path]) => here[path] !== undefined && here[path] !== written[path]);
  const remove = Object.entries(written).filter(
    ([path, sum]) => isInnerPath(path) && !incoming.has(path) && here[path] === sum,
  );
  return {
    write: new Map(news),
    remove: remove.map(([path]) => path),
    changed: changed.map(([path]) => path),
  };
}

/** The SHA-256 of a file, in hex. */
export function fingerprint(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
