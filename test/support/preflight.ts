import * as fs from "node:fs";

import { readIfInstalled } from "./outside_tool.ts";

const JARS = "/usr/share/java";

/** The libraries of PDFBox Preflight, as Debian names them. */
const LIBRARIES = [
  "preflight",
  "pdfbox2",
  "fontbox2",
  "xmpbox",
  "commons-logging",
  "commons-io",
  "javax.activation",
  "jaxb-api",
];

/** Whether PDFBox Preflight is installed. With `REQUIRE_OUTSIDE_TOOLS` it is required. */
export const HAS_PREFLIGHT =
  process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined || fs.existsSync(`${JARS}/preflight.jar`);

/** The errors that PDFBox Preflight reports of a file, by the rules of PDF/A-1b. */
export function preflightErrors(file: string): ReadonlyArray<string> {
  const classes = LIBRARIES.map((name) => `${JARS}/${name}.jar`).join(":");
  const validator = "org.apache.pdfbox.preflight.Validator_A1b";
  const report = readIfInstalled("java", ["-cp", classes, validator, file], true);
  const output = report?.output ?? "";
  if (!/is (?:not )?a valid PDF\/A-1b file/.test(output)) throw new Error(output);
  return output.split("\n").filter((line) => /^\d+(?:\.\d+)* : /.test(line));
}
