import * as fs from "node:fs";
import * as path from "node:path";

import { type Page, ROOT } from "./page_parts.ts";
import { type Failure } from "./page_run.ts";

/** Returns the broken links and images of a page. External links are not checked. */
export function brokenReferences(page: Page, pages: ReadonlyArray<Page>): ReadonlyArray<Failure> {
  return page.references.flatMap(({ line, target }) => {
    if (/^([a-z]+:|\/\/)/i.test(target)) return [];
    const [to = "", anchor] = target.split("#").map(decodeURIComponent);
    const name = to === "" ? page.name : path.posix.join(path.posix.dirname(page.name), to);
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
