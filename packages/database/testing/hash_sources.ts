import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

/** Fingerprint of every file of a folder: different as soon as one of them is. */
export function hashSources(folder: string): string {
  const hash = createHash("sha256");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const file of files) {
    const place = path.join(folder, file);
    if (fs.statSync(place).isFile()) hash.update(`${file}\0`).update(fs.readFileSync(place));
  }
  return hash.digest("hex").slice(0, 16);
}
