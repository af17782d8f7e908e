import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { startParaph } from "../../_testing/paraph_process.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: unknown) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(content));
};
/** Replaces a file with a new one, as editors do. */
const replace = (file: string, content: unknown) => {
  write(`${file}~`, content);
  fs.renameSync(`${file}~`, file);
};
const TO = { key: "to", label: "To", dataType: "text", required: true };
const template = (name: string) => ({ name, manifest: { variables: [TO], loops: [] } });

describe("paraph template preview", () => {
  it.live("renders with sample data, data.json or --data", () =>
    Effect.gen(function* () {
      const letter = path.join(folder, "plain");
      write(path.join(letter, "template.json"), template("Letter"));
      const pdf = path.join(letter, "preview.pdf");
      const preview = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, stdout, stderr } = yield* callParaph(
          ["template", "preview", letter, ...args],
          {},
        );
        assert.deepStrictEqual([code, stdout, stderr], [0, "", `Wrote ${pdf} (1 page)\n`]);
        return fs.readFileSync(pdf, "base64");
      });
      const sample = yield* preview();
      write(path.join(letter, "data.json"), { to: "Ada" });
      const own = yield* preview();
      write(path.join(folder, "other.json"), { to: "Bob" });
      const other = yield* preview("--data", path.join(folder, "other.json"));
      assert.strictEqual(new Set([sample, own, other]).size, 3);
      assert.sameMembers(fs.readdirSync(letter), ["template.json", "data.json", "preview.pdf"]);
    }),
  );

  it.live("warns of characters that no font has", () =>
    Effect.gen(function* () {
      const letter = path.join(folder, "boxes");
      write(path.join(letter, "template.json"), template("Letter"));
      write(path.join(letter, "data.json"), { to: "\u{10400}" });
      const { code, stderr } = yield* callParaph(["template", "preview", letter], {});
      assert.strictEqual(code, 0);
      assert.match(
        stderr,
        /^Wrote .+\nWarning: template\.json:\d+:\d+ at \/layout\/schemas\/0\/\d+: No font has the character "\u{10400}"/u,
      );
    }),
  );

  it.live("renders again after each change with --watch, continues after errors, and stops", () =>
    Effect.gen(function* () {
      const letter = path.join(folder, "watched");
      const [main, data] = [path.join(letter, "template.json"), path.join(letter, "data.json")];
      const pdf = path.join(letter, "preview.pdf");
      write(main, template("First"));
      const watching = yield* startParaph(["template", "preview", letter, "--watch"], {});
      /** Waits for the PDF of a number, counted from the first. */
      const waitForRenders = Effect.fnUntraced(function* (count: number) {
        yield* watching.waitForLog(
          new RegExp(`^(?:.*Wrote .+ \\(1 page\\) in \\d+ ms\\s*){${count}}`, "s"),
        );
        const bytes = fs.readFileSync(pdf);
        assert.strictEqual(bytes.subarray(-6).toString("latin1").trim(), "%%EOF");
        return bytes.toString("base64");
      });
      const pdfs = [yield* waitForRenders(1)];
      replace(main, template("Second"));
      pdfs.push(yield* waitForRenders(2));
      write(data, { to: "Ada" });
      pdfs.push(yield* waitForRenders(3));
      fs.writeFileSync(data, "{");
      yield* watching.waitForLog(/paraph: .+data\.json is not a JSON object/);
      write(data, {});
      yield* watching.waitForLog(
        /paraph: The data does not match .+\n {2}data\.json at \/to: Is required/,
      );
      // The last of many changes is rendered in the end.
      for (const number of Array.from({ length: 40 }, (_, index) => index))
        write(data, { to: `Bob ${number}` });
      replace(data, { to: "Bob" });
      yield* waitForRenders(4);
      fs.renameSync(letter, `${letter}-away`);
      yield* watching.waitForLog(/paraph: .+watched: there is no such file or folder/);
      write(main, template("Third"));
      yield* watching.waitForLog(/no such file or folder\s[^]*Wrote /);
      pdfs.push(fs.readFileSync(pdf, "base64"));
      assert.strictEqual(new Set(pdfs).size, 4);
      yield* watching.stop("SIGINT");
      assert.sameMembers(fs.readdirSync(letter), ["template.json", "preview.pdf"]);
    }),
  );
});
