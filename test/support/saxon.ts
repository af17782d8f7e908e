import * as fs from "node:fs";

import { readIfInstalled } from "./outside_tool.ts";

const JAR = "/usr/share/java/Saxon-HE.jar";

/** Whether Saxon is installed. With `REQUIRE_OUTSIDE_TOOLS` it is required. */
export const HAS_SAXON = process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined || fs.existsSync(JAR);

/** Transforms each file of a folder with an XSLT 2.0, into files of the same names in another folder. */
export function transformFolder(stylesheet: string, from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  const options = [`-xsl:${stylesheet}`, `-s:${from}`, `-o:${to}`];
  const classes = ["-cp", JAR, "net.sf.saxon.Transform"];
  const result = readIfInstalled("java", [...classes, ...options], true);
  if (result?.status !== 0) throw new Error(result?.output);
}
