import * as fs from "node:fs";
import * as path from "node:path";

import { type Page, ROOT } from "./page_parts.ts";
import { type Failure } from "./page_run.ts";

/** The URLs of the repository's files and folders. */
const REPOSITORY = /^https:\/\/github\.com\/paraph\/paraph\/(?:blob|tree)\/main\//;

/**
 * Returns the broken links and images of a page. A link to the repository on GitHub needs its file; other external
 * links are not checked.
 */
export function brokenReferences(page: Page, pages: ReadonlyArray<Page>): ReadonlyArray<Failure> {
  return page.references.flatMap(({ line, target }) => {
    const isInRepository = REPOSITORY.test(target);
    if (!isInRepository && /^([a-z]+:|\/\/)/i.test(target)) return [];
    const [to = "", anchor] = target.replace(REPOSITORY, "").split("#").map(decodeURIComponent);
    const folder = isInRepository ? "" : path.posix.dirname(page.name);
    const name = to === "" ? page.name : path.posix.join(folder, to);
    const there = pages.find((each) => each.name === name);
    if (there !== undefined) {
      return anchor === undefined || there.anchors.has(anchor)
        ? []
        : [{ line, reason: `${target}: ${name} has no such heading` }];
    }
    return !to.startsWith("/") && fs.existsSync(path.join(ROOT, name))
      ? []
      : [{ line, reason: `${target} does not exist` }];
  });
}
