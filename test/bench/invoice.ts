import * as fs from "node:fs";
import * as path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../examples/gallery/invoice");
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8"));

/** The example invoice, as it is published. */
export const TEMPLATE: unknown = read("template.json");

/** The data of the example invoice, as it is submitted. */
export const DATA: Readonly<Record<string, unknown>> = read("data.json");
