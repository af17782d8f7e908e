// The subset of jq that pages use, so that jq need not be installed: one path, such as `.renders[0].id`, of a
// file or standard input, and -r. It refuses anything else.
import * as fs from "node:fs";

const args = process.argv.slice(2);
const isRaw = args[0] === "-r";
const [path = ".", file, ...rest] = isRaw ? args.slice(1) : args;
const steps = path.match(/\w+|\[-?\d+\]/g) ?? [];
if (rest.length > 0 || !/^(\.|(\.\w+|\.?\[-?\d+\])+)$/.test(path)) {
  throw new Error(`Only a path is supported, such as .renders[0].id, not ${args.join(" ")}`);
}

let value: unknown = JSON.parse(fs.readFileSync(file ?? 0, "utf8"));
for (const step of steps) value = within(value, step);
process.stdout.write(`${isRaw && typeof value === "string" ? value : JSON.stringify(value)}\n`);

function within(whole: unknown, step: string): unknown {
  const index = /^\[(.*)\]$/.exec(step)?.[1];
  if (index !== undefined && Array.isArray(whole)) return whole.at(Number(index));
  const entry = Object.entries(whole ?? {}).find(([name]) => name === step);
  if (entry === undefined) throw new Error(`No ${step} of ${path} in ${JSON.stringify(whole)}`);
  return entry[1];
}
