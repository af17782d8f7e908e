import * as fs from "node:fs";

/** What opening a database after a crash may take: a new segment of its log, and what was not written yet. */
const ROOM_TO_OPEN = 32 * 1024 * 1024;

/** Whether the disk of a folder has room enough for an embedded database to recover. */
export function hasRoomToOpen(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= ROOM_TO_OPEN;
  } catch {
    // A disk that is away has none.
    return false;
  }
}

/** What to do about a disk that has not. */
export const NO_ROOM = `its disk is full: make room, ${ROOM_TO_OPEN / 1024 / 1024} MiB at least`;
