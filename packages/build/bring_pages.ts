import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A link or a picture of a page: what is shown, and the path it leads to. */
const LINK = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g;

/**
 * Copies the pages of a package, with their pictures. Links between them keep working. Links to tests and to files
 * outside of the package, which are not published with it, become plain text.
 */
export function bringPages(source: string, folder: string): void {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => /^(?!.*node_modules).*\.(?:md|png)$/.test(each))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (file.endsWith(".png")) {
      copyFileSync(join(source, file), join(folder, file));
      continue;
    }
    const text = readFileSync(join(source, file), "utf8").replaceAll(
      LINK,
      (link, shown: string, path: string) =>
        path.endsWith("_test.ts") ||
        relative(source, join(source, dirname(file), path)).startsWith("..")
          ? shown
          : link,
    );
    writeFileSync(join(folder, file), text);
  }
}
