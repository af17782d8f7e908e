/**
 * Publishes a template, renders it, saves the PDF and shares it, with the promise client.
 *
 * PARAPH_URL=http://127.0.0.1:3000 PARAPH_API_KEY=svc_test_… npx node examples/client.ts receipt.pdf
 */
import { writeFile } from "node:fs/promises";

import { connect } from "@paraph/http/client";

// Reads PARAPH_URL and PARAPH_API_KEY.
const paraph = connect();

await paraph.templates.publish("receipt", {
  name: "Receipt",
  manifest: {
    variables: [
      { key: "customer.name", label: "Customer", dataType: "text", required: true },
      { key: "total", label: "Total", dataType: "currency", format: "currency:EUR" },
    ],
    loops: [],
  },
});

const data = { customer: { name: "Ada Lovelace" }, total: "30.30" };
const { id } = await paraph.renders.submit("receipt", { data });
const { pageCount } = await paraph.renders.wait(id);

const [file = "receipt.pdf"] = process.argv.slice(2);
await writeFile(file, await paraph.renders.download(id));
console.log(`${file} has ${pageCount} page(s)`);

const { shareUrl } = await paraph.shares.create(id, { message: "Thank you for your purchase" });
console.log(`Share link: ${shareUrl}`);
