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
  readonly conflicts: ReadonlyArray<string>;
}

/**
 * Returns the changes that update a folder to a pulled template without losing local changes.
 *
 * @param incoming The pulled files.
 * @param local The local files at the paths of `incoming` and `lastPull`.
 * @param lastPull The files of the last pull.
 */
export function planPull(incoming: Files, local: Fingerprints, lastPull: Fingerprints): PullPlan {
  const updates = [...incoming].filter(([path, bytes]) => local[path] !== fingerprint(bytes));
  const conflicts = updates.filter(
    ([path]) => local[path] !== undefined && local[path] !== lastPull[path],
  );
  const remove = Object.entries(lastPull).filter(
    ([path, checksum]) => isInnerPath(path) && !incoming.has(path) && local[path] === checksum,
  );
  return {
    write: new Map(updates),
    remove: remove.map(([path]) => path),
    conflicts: conflicts.map(([path]) => path),
  };
}

/** The SHA-256 of a file, in hex. */
export function fingerprint(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
