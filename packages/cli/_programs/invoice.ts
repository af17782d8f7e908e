import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const brought = fileURLToPath(new URL("../built/invoice/", import.meta.url));

/** The folder of the invoice among the examples, which a published package has brought along. */
export const INVOICE = existsSync(brought)
  ? brought
  : fileURLToPath(new URL("../../../examples/invoice/", import.meta.url));
