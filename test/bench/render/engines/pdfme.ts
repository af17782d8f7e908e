import * as fs from "node:fs";

import { stockPdfme } from "../../../../packages/pdf/_bench/stock_pdfme.ts";
import { LOGO_URI, ROBOTO } from "../assets.ts";
import { pdfmeTemplate } from "../pdfme_template.ts";
import { type Engine, pick } from "./engine.ts";

/** pdfme as in its quick start: with another font only if its default lacks the script. */
export const engine: Engine = {
  open: async (document, data) => {
    const template = await pdfmeTemplate(document);
    const draw = stockPdfme(
      template,
      document.script === "latin" ? undefined : { Roboto: fs.readFileSync(ROBOTO) },
    );
    const inputs = data.map(({ texts, rows }) => ({
      ...texts,
      ...(document.picture === undefined ? {} : { logo: LOGO_URI }),
      ...(document.table === undefined ? {} : { rows: JSON.stringify(rows) }),
    }));
    return (number) => draw(pick(inputs, number));
  },
};
