import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Build } from "@paraph/build";

import { buildFront } from "./_front/build_front.ts";
import { INVOICE } from "./_programs/invoice.ts";

/** The builds of a published package: folders below `built`. */
export const builds: Readonly<Record<string, () => Promise<Build>>> = {
  front: buildFront,
  invoice: async () => {
    const sources = (await readdir(INVOICE)).map((name) => join(INVOICE, name));
    const files = sources.map(async (path) => ({ path, contents: await readFile(path) }));
    return { files: await Promise.all(files), sources };
  },
};
