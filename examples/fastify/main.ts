// An HTTP app around the library: PORT=4100 node examples/fastify/main.ts
import { readFile } from "node:fs/promises";

import { checkTemplate } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { openParaph } from "paraph";

import { invoiceApp } from "./app.ts";

const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT = "4100" } = process.env;
const template = await readFile(
  new URL("../gallery/invoice/template.json", import.meta.url),
  "utf8",
);
const result = checkTemplate(JSON.parse(template));
if (!result.ok) throw new Error(JSON.stringify(result.issues));

const publicUrl = `http://127.0.0.1:${PORT}`;
const paraph = await openParaph({ dataDir, databaseUrl, publicUrl });
const { projectId } = await paraph.project("acme");
await paraph.templates.publish(projectId, Slug.make("invoice"), result.template);

const app = await invoiceApp(paraph, projectId);
// Stops accepting requests before it closes Paraph.
app.addHook("onClose", () => paraph.close());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void app.close());
console.log(`Invoices at ${await app.listen({ port: Number(PORT) })}`);
