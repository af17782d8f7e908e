import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Markdown files and images, apart from those of packages inside and of test data. */
const PUBLISHED = /^(?!.*node_modules|(?:.*\/)?_?testing\/).*\.(?:md|png)$/;

/** A link or an image with a relative path: its text and the path. */
const LINK = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g;

/**
 * Copies the Markdown files of a package and their images. Links to tests and to files outside of the package
 * become plain text, because these are not published.
 */
export function copyDocs(source: string, folder: string): void {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => PUBLISHED.test(each))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    if (file.endsWith(".png")) {
      copyFileSync(join(source, file), join(folder, file));
      continue;
    }
    const text = readFileSync(join(source, file), "utf8").replaceAll(
      LINK,
      (link, label: string, path: string) =>
        path.endsWith("_test.ts") ||
        relative(source, join(source, dirname(file), path)).startsWith("..")
          ? label
          : link,
    );
    writeFileSync(join(folder, file), text);
  }
}
