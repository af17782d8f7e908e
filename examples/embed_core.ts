// Paraph in a program, without a server: node examples/embed_core.ts [OUTPUT.pdf]
import { readFile, writeFile } from "node:fs/promises";

import { checkTemplate } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { openParaph } from "paraph";

const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = process.env;
const output = process.argv[2] ?? "invoice.pdf";
const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`gallery/invoice/${name}.json`, import.meta.url), "utf8"));

const paraph = await openParaph({ dataDir, databaseUrl });
try {
  const { projectId } = await paraph.project("acme");

  const result = checkTemplate(await read("template"));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  await paraph.templates.publish(projectId, Slug.make("invoice"), result.template);

  const data = await read("data");
  const { render } = await paraph.renders.submit(projectId, "invoice", { data, source: "api" });
  const { pageCount, errorMessage } = await paraph.renders.wait(projectId, render.id, "1 minute");
  if (errorMessage !== null) throw new Error(errorMessage);
  const document = await paraph.renders.open(projectId, render.id);
  await writeFile(output, document.bytes);
  console.log(`Rendered ${output}: ${pageCount} pages, ${document.totalSize} bytes`);

  const share = await paraph.shares.create(projectId, render.id, { message: "For your records" });
  console.log(`Share link ${share.value.shareUrl}`);

  const recipients = [{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }];
  const anchor = { anchorString: "Signature of the customer", offsetY: 13 };
  const anchorTags = [{ ...anchor, type: "signature", recipientIndex: 0 }] as const;
  const signatureRequest = { renderId: render.id, recipients, anchorTags };
  const { signature } = await paraph.signatures.create(projectId, signatureRequest);
  console.log(`Signature request ${signature.id} is ${signature.status}`);
} finally {
  await paraph.close();
}
