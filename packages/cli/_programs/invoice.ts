import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const prebuiltFolder = fileURLToPath(new URL("../built/invoice/", import.meta.url));

/** The folder of the example invoice. A published package contains a copy. */
export const INVOICE = existsSync(prebuiltFolder)
  ? prebuiltFolder
  : fileURLToPath(new URL("../../../examples/invoice/", import.meta.url));
