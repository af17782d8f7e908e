import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const FILE = path.join(import.meta.dirname, "RESULTS.md");

/** The marks around a suite's section in the file. */
const marks = (suite: string) => [`<!-- ${suite} -->`, `<!-- end of ${suite} -->`] as const;

/** Replaces a suite's section in `RESULTS.md`. */
export function writeSection(suite: string, section: string): void {
  const [begin, end] = marks(suite);
  const text = fs.existsSync(FILE) ? fs.readFileSync(FILE, "utf8") : "# Measurements\n";
  const block = `${begin}\n\n${section.trim()}\n\n${end}\n`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  const content =
    from < 0 || to < 0
      ? `${text.trimEnd()}\n\n${block}`
      : text.slice(0, from) + block + text.slice(to + end.length + 1);
  fs.writeFileSync(FILE, content);
}

/** The date, command and machine of a run. */
export function occasion(suite: string): string {
  const cpu = os.cpus()[0]?.model ?? "unknown";
  const gib = Math.round(os.totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- ${suite}\` · Node ${process.versions.node} · ${os.availableParallelism()} cores (${cpu}), ${gib} GB, ${os.type()} ${os.release()}`;
}

/** A row of a table. */
export const row = (...cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`;

/** A table with its head. */
export function table(
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string {
  return [
    row(...head),
    `|${head.map(() => "---|").join("")}`,
    ...rows.map((cells) => row(...cells)),
  ].join("\n");
}

/** Formats a figure with its significant digits. */
export function figure(value: number): string {
  if (value < 1) return value.toFixed(2);
  return value.toFixed(value < 10 ? 1 : 0);
}
