// Publishes and renders an example and prints the render's id, for pages about other subjects.
import * as fs from "node:fs";
import * as path from "node:path";

const [name = "invoice"] = process.argv.slice(2);
const { PARAPH_URL, PARAPH_API_KEY } = process.env;

const example = path.join(import.meta.dirname, "../../examples/gallery", name);
const read = (file: string) => fs.readFileSync(path.join(example, file), "utf8");
await call("PUT", `/v1/templates/${name}`, read("template.json"));
const data = `{ "data": ${read("data.json")}, "options": { "sync": true } }`;
const { id, status } = await call("POST", `/v1/templates/${name}/render`, data);
if (status !== "succeeded") throw new Error(`The render is ${status}`);
process.stdout.write(`${id}\n`);

async function call(
  method: string,
  route: string,
  body: string,
): Promise<{ readonly id: string; readonly status: string }> {
  const headers = { authorization: `Bearer ${PARAPH_API_KEY}` };
  const response = await fetch(`${PARAPH_URL}${route}`, { method, headers, body });
  if (!response.ok) throw new Error(await response.text());
  const read: { readonly id: string; readonly status: string } = await response.json();
  return read;
}
