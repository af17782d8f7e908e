// Signs a document for all its recipients, as they do on the pages that their emails link to.
import * as fs from "node:fs";
import * as path from "node:path";
import { setTimeout } from "node:timers/promises";

import PostalMime from "postal-mime";

interface Ceremony {
  readonly requestId: string;
  readonly state: string;
  readonly consent: { readonly sha256: string };
  readonly fields: ReadonlyArray<{ readonly id: string; readonly options: ReadonlyArray<string> }>;
}

const [id = ""] = process.argv.slice(2);
const { PARAPH_URL, PARAPH_API_KEY, DATA_DIR = "" } = process.env;
const outbox = path.join(DATA_DIR, "outbox");
const processedFiles = new Set<string>();

while (!(await hasEnded())) {
  for (const name of fs.existsSync(outbox) ? fs.readdirSync(outbox) : []) {
    if (name.startsWith(".") || processedFiles.has(name)) continue;
    processedFiles.add(name);
    const { text = "" } = await PostalMime.parse(fs.readFileSync(path.join(outbox, name)));
    const link = /\/sign\/sgn_[\w-]{43}\b/.exec(text)?.[0];
    if (link !== undefined) await sign(link);
  }
  await setTimeout(50);
}

async function hasEnded(): Promise<boolean> {
  const response = await fetch(`${PARAPH_URL}/v1/signatures/${id}`, {
    headers: { authorization: `Bearer ${PARAPH_API_KEY}` },
  });
  if (!response.ok) throw new Error(await response.text());
  const { status }: { readonly status: string } = await response.json();
  return !["sent", "viewed"].includes(status);
}

async function sign(link: string): Promise<void> {
  const ceremonyResponse = await fetch(`${PARAPH_URL}${link}/ceremony`);
  if (!ceremonyResponse.ok) return;
  const ceremony: Ceremony = await ceremonyResponse.json();
  if (ceremony.requestId !== id || ceremony.state !== "open") return;
  await fetch(`${PARAPH_URL}${link}/open`, { method: "POST" });
  const values = Object.fromEntries(
    ceremony.fields.map((field) => [field.id, field.options[0] ?? true]),
  );
  const signature = { kind: "typed", text: "Signed here" };
  const response = await fetch(`${PARAPH_URL}${link}/finish`, {
    method: "POST",
    body: JSON.stringify({
      consent: ceremony.consent.sha256,
      values,
      signature,
      initials: signature,
      date: new Date().toISOString().slice(0, 10),
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}
