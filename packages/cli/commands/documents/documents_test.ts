import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, layer } from "@effect/vitest";
import { Context, Effect, Layer } from "effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { callParaph } from "../../_testing/paraph_command.ts";
import { startParaph } from "../../_testing/paraph_process.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
const LETTER = {
  name: "Letter \u001b[2J to you, which has a name that is far too long for a narrow terminal",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
    loops: [
      { key: "items", label: "Items", itemFields: [{ key: "a", label: "A", dataType: "text" }] },
    ],
  },
};

const file = (name: string, content?: unknown) => {
  const place = path.join(folder, name);
  if (content !== undefined) fs.writeFileSync(place, JSON.stringify(content));
  return place;
};

const isPdf = (place: string) => fs.readFileSync(place, "latin1").startsWith("%PDF-");

/** The number of pages of a document that a password opens; undefined with a wrong one. */
const pagesWith = (bytes: Uint8Array, password: string) =>
  Effect.promise(async () => {
    const task = getDocument({ data: Uint8Array.from(bytes), password, verbosity: 0 });
    const pages = await task.promise.then(
      ({ numPages }) => numPages,
      () => undefined,
    );
    await task.destroy();
    return pages;
  });

const SUBMIT = ["render", "submit", "letter", "--data"];

/** A server with a template and a render of it. */
const serve = Effect.gen(function* () {
  const { run, environment, call } = yield* servedProject;
  yield* call("PUT", "/v1/templates/letter", LETTER);
  const paraph = (...args: ReadonlyArray<string>) => callParaph(args, environment);
  const one = (...args: ReadonlyArray<string>) => Effect.map(run(...args), parseRecord);
  const many = (...args: ReadonlyArray<string>) => Effect.map(run(...args), parseRecords);
  const data = file("data.json", { name: "Ada" });
  const render = yield* one(...SUBMIT, data, "--idempotency-key", "1", "--filename", "a.pdf");
  return { environment, paraph, one, many, render: String(render["id"]) };
});

/** The server and functions that run commands on it. */
class TestServer extends Context.Service<TestServer, Effect.Success<typeof serve>>()(
  "test/Served",
) {}

layer(Layer.effect(TestServer, serve), { excludeTestServices: true, timeout: "120 seconds" })(
  "commands for templates, renders, shares, engagement, inbound webhooks and events",
  (it) => {
    it.effect("show templates, cut to the width of the terminal", () =>
      Effect.gen(function* () {
        const { environment, paraph, one, many } = yield* TestServer;
        const [template] = yield* many("template", "list");
        assert.deepInclude(template, {
          slug: "letter",
          currentVersionNumber: 1,
          name: LETTER.name,
        });
        assert.isObject((yield* one("template", "get", "letter"))["layout"]);
        assert.lengthOf(yield* many("template", "versions", "letter"), 1);
        assert.hasAllKeys(yield* one("template", "sample", "letter"), ["name", "items"]);

        const tsv = yield* paraph("template", "list");
        const [head, row = ""] = tsv.stdout.split("\n");
        assert.strictEqual(head, "slug\tversion\tname\tupdatedAt");
        assert.deepStrictEqual(row.split("\t").slice(0, 3), [
          "letter",
          "1",
          LETTER.name.replace("\u001b", "\ufffd"),
        ]);

        const terminalTable = yield* callParaph(
          ["template", "list"],
          { ...environment, TERM: "xterm" },
          { columns: 60 },
        );
        const lines = terminalTable.stdout.trimEnd().split("\n");
        assert.strictEqual(
          lines[0]!.replaceAll(/ +/g, " "),
          "\u001b[1mslug version name updatedAt\u001b[0m",
        );
        assert.match(
          lines[1]!,
          /^letter +1 +Letter \ufffd\[2J.*… {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
        );
        assert.isAtMost(lines[1]!.length, 60);
        const plain = yield* callParaph(
          ["template", "list"],
          { ...environment, NO_COLOR: "1" },
          { columns: 60 },
        );
        assert.notInclude(plain.stdout, "\u001b");

        const get = yield* paraph("template", "get", "letter");
        assert.include(get.stdout, "name\ttext\ttrue\t-\tName\n");
        assert.include(get.stdout, "items[].a\ttext\t");
        const missing = yield* paraph("template", "get", "nothing");
        assert.strictEqual(missing.code, 1);
        assert.match(
          missing.stderr,
          /^paraph: template_not_found: .+\nhint: check <slug>; `paraph template list` .+\n$/,
        );
      }),
    );

    it.effect("submit renders, wait for them and save their documents", () =>
      Effect.gen(function* () {
        const { environment, paraph, one, many, render: id } = yield* TestServer;
        const data = file("data.json");
        assert.deepInclude(yield* one(...SUBMIT, data, "--idempotency-key", "1"), { id });
        assert.deepInclude(yield* one("render", "wait", id), {
          id,
          status: "succeeded",
          filename: "a.pdf",
        });
        assert.deepInclude(yield* one("render", "get", id), { id, templateSlug: "letter" });

        const output = file("letter.pdf");
        const submission = yield* callParaph([...SUBMIT, "-", "-o", output], environment, {
          input: '{"name":"Bob"}',
          columns: 80,
        });
        assert.strictEqual(submission.code, 0, submission.stderr);
        assert.match(submission.stdout, /^status +succeeded$/m);
        assert.isTrue(submission.stderr.endsWith(`Wrote ${output}\n`));
        assert.isTrue(isPdf(output));
        const again = file("again.pdf");
        const download = yield* paraph("render", "download", id, "-o", again);
        assert.deepStrictEqual(download, { code: 0, stdout: "", stderr: `Wrote ${again}\n` });
        assert.isTrue(isPdf(again));
        const url = yield* paraph("render", "url", id, "--expires-in", "60", "--json");
        assert.match(String(JSON.parse(url.stdout).url), /\/files\/temporary\//);
        const stream = yield* paraph("render", "download", id, "-o", "-");
        assert.isTrue(stream.stdout.startsWith("%PDF-"));
        assert.strictEqual(stream.stderr, "");
        assert.isEmpty(fs.readdirSync(path.dirname(again)).filter((name) => name.startsWith(".")));

        assert.lengthOf(
          yield* many("render", "list", "--template", "letter", "--status", "succeeded"),
          2,
        );
        const page = yield* paraph("render", "list", "--limit", "1");
        const [, cursor = ""] = /^More: --cursor (\S+)\n$/.exec(page.stderr) ?? [];
        assert.deepInclude((yield* many("render", "list", "--cursor", cursor))[0], { id });

        const failures: ReadonlyArray<readonly [ReadonlyArray<string>, number, RegExp]> = [
          [
            [...SUBMIT, file("none.json", {})],
            1,
            /^paraph: invalid_input_data: .+\n {2}--data .+ at \/name: Is required\nhint: .+\n$/,
          ],
          [[...SUBMIT, file("absent.json")], 1, /absent\.json: there is no such file/],
          [
            [...SUBMIT, "-"],
            1,
            /^paraph: --data \(standard input\) is not a JSON object: Unexpected end of JSON input\n$/,
          ],
          [
            [...SUBMIT, data, "--version-number", "9"],
            1,
            /version_not_found: .+\nhint: check --version-number; .+versions/,
          ],
          [
            [...SUBMIT, data, "--version-number", "0"],
            2,
            /^paraph: Invalid value for flag --version-number/,
          ],
          [[...SUBMIT, data, "-o", "-", "--json"], 2, /--json and --output -/],
          [
            ["render", "download", UNKNOWN_ID, "-o", again],
            1,
            /not_found: .+\nhint: .+paraph render wait/,
          ],
          [
            ["render", "wait", UNKNOWN_ID],
            1,
            /not_found: .+\nhint: check <id>; `paraph render list`/,
          ],
          [["render", "wait", id, "--timeout", "soon"], 2, /--timeout/],
          [["render", "list", "--limit", "101"], 2, /--limit/],
          [["render", "list", "--status", "done"], 2, /--status/],
        ];
        for (const [args, code, message] of failures) {
          const result = yield* paraph(...args);
          assert.deepInclude(result, { code, stdout: "" }, args.join(" "));
          assert.match(result.stderr, message);
        }
      }),
    );

    it.effect("conform to the standard of a flag", () =>
      Effect.gen(function* () {
        const { paraph } = yield* TestServer;
        const output = file("archive.pdf");
        const submit = [...SUBMIT, file("data.json", { name: "Ada" })];
        const flags = ["--standard", "pdf/a-3u, pdf/ua-1", "-o", output, "--json"];
        const refused = yield* paraph(...submit, ...flags);
        assert.deepInclude(refused, { code: 1, stdout: "" });
        assert.match(
          refused.stderr,
          /--standard: layout\.language: PDF\/UA-1 requires the language/,
        );
        const { stdout } = yield* paraph(
          ...submit,
          "--standard",
          "pdf/a-2b",
          "-o",
          output,
          "--json",
        );
        assert.strictEqual(parseRecord(stdout)["standard"], "pdf/a-2b");
        assert.include(fs.readFileSync(output, "latin1"), "<pdfaid:part>2</pdfaid:part>");
        for (const wrong of ["pdf/a-1b", "pdf/a-2b,pdf/a-3b", ""]) {
          const result = yield* paraph(...submit, "--standard", wrong);
          assert.deepInclude(result, { code: 2, stdout: "" }, wrong);
          assert.include(result.stderr, `--standard has "${wrong}": expected pdf/a-2b`);
        }
      }),
    );

    it.effect("encrypt documents with passwords from files", () =>
      Effect.gen(function* () {
        const { paraph } = yield* TestServer;
        const secret = (name: string, bytes: string | Uint8Array) => {
          fs.writeFileSync(file(name), bytes);
          return file(name);
        };
        const user = secret("user.txt", "the customer's number\r\nmore\n");
        const owner = secret("owner.txt", "\ufeffSchlüssel");
        const output = file("encrypted.pdf");
        const submit = [...SUBMIT, file("data.json", { name: "Ada" })];
        const passwords = ["--encrypt-password-file", user, "--encrypt-owner-file", owner];
        const deny = ["--encrypt-deny", "copy, print"];
        const save = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
          const { stdout, stderr } = yield* paraph(...submit, ...flags, "-o", output, "--json");
          assert.strictEqual(stderr, `Wrote ${output}\n`);
          return parseRecord(stdout)["encryption"];
        });
        assert.strictEqual(yield* save(...passwords, ...deny), "password");
        const bytes = fs.readFileSync(output);
        for (const password of ["the customer's number", "Schlüssel"]) {
          assert.strictEqual(yield* pagesWith(bytes, password), 1);
        }
        assert.isUndefined(yield* pagesWith(bytes, ""));
        assert.strictEqual(yield* save("--encrypt-deny", "print"), "permissions");
        assert.strictEqual(yield* pagesWith(fs.readFileSync(output), ""), 1);

        const latin = secret("latin.txt", Buffer.from("Schlüssel", "latin1"));
        const failures: ReadonlyArray<readonly [ReadonlyArray<string>, number, RegExp]> = [
          [["--encrypt-password-file", file("no.txt")], 1, /no\.txt: there is no such file/],
          [
            ["--encrypt-password-file", secret("none.txt", "\n")],
            1,
            /--encrypt-password-file: .+1 to 127/,
          ],
          [["--encrypt-owner-file", latin], 1, /--encrypt-owner-file: .+invisible characters/],
          [
            ["--encrypt-password-file", user, "--encrypt-owner-file", user],
            1,
            /different passwords/,
          ],
          [["--encrypt-deny", "copy,paste"], 2, /--encrypt-deny has "paste": expected print, copy/],
          [["--encrypt-deny", ""], 2, /--encrypt-deny has ""/],
        ];
        for (const [flags, code, message] of failures) {
          const result = yield* paraph(...submit, ...flags);
          assert.deepInclude(result, { code, stdout: "" }, flags.join(" "));
          assert.match(result.stderr, message);
          assert.notInclude(result.stderr, "customer's");
        }
      }),
    );

    it.effect("share documents and show their engagement events", () =>
      Effect.gen(function* () {
        const { paraph, one, many, render } = yield* TestServer;
        const expiry = ["--expires-at", "2999-01-31T18:00:00Z"];
        const link = yield* one("share", "create", render, "--message", "Look", ...expiry);
        assert.deepInclude(link, { channel: "link", message: "Look", recipientEmail: null });
        const emailShare = yield* one("share", "create", render, "--email", "ada@example.com");
        assert.deepInclude(emailShare, { channel: "email", recipientEmail: "ada@example.com" });
        const renderEmail = yield* one(
          "render",
          "email",
          render,
          "--to",
          "bob@example.com",
          "--name",
          "Bob",
        );
        assert.match(String(renderEmail["shareUrl"]), /\/share\/shr_/);
        const revocation = yield* one("share", "revoke", render, String(link["id"]));
        assert.strictEqual(revocation["id"], link["id"]);
        const shares = yield* many("share", "list", render);
        assert.deepStrictEqual(
          shares.map(({ id, revokedAt }) => [id, revokedAt]),
          [
            [renderEmail["id"], null],
            [emailShare["id"], null],
            [link["id"], revocation["revokedAt"]],
          ],
        );
        const early = yield* paraph("share", "create", render, "--expires-at", "tomorrow");
        assert.strictEqual(early.code, 1);
        assert.match(
          early.stderr,
          /^paraph: invalid_request: .+\n {2}--expires-at: Expected an ISO 8601/,
        );

        const record = ["engagement", "record", render, "printed"];
        assert.deepStrictEqual(yield* one(...record, "--metadata", '{"seat":7}'), {
          recorded: true,
        });
        assert.deepStrictEqual(yield* one(...record), { recorded: false });
        assert.deepInclude(yield* one("engagement", "get", render), { linkOpens: 0 });
        const summary = yield* paraph("engagement", "get", render);
        assert.match(summary.stdout, /^printed\t1\n/m);
        assert.match(summary.stdout, /Z\tprinted\tpartner\t/);
      }),
    );

    it.effect("manage the inbound webhooks of templates", () =>
      Effect.gen(function* () {
        const { paraph, one } = yield* TestServer;
        const none = yield* paraph("hook", "get", "letter");
        assert.strictEqual(none.code, 1);
        assert.include(none.stderr, "hint: `paraph hook create letter` creates one\n");
        const webhook = yield* one("hook", "create", "letter");
        assert.isString(webhook["secret"]);
        const update = yield* one("hook", "update", "letter", "--require-signature");
        assert.deepInclude(update, { url: webhook["url"], requireSignature: true });
        assert.deepStrictEqual(yield* one("hook", "get", "letter"), update);
        const open = yield* one("hook", "update", "letter", "--no-require-signature");
        assert.isFalse(open["requireSignature"]);
        assert.isString((yield* one("hook", "delete", "letter"))["deletedAt"]);
      }),
    );

    it.effect("read events, also as they happen", () =>
      Effect.gen(function* () {
        const { environment, paraph, many, render } = yield* TestServer;
        const all = yield* many("event", "list");
        assert.deepInclude(all[0], { type: "render.queued" });
        const first = yield* paraph("event", "list", "--limit", "1");
        const [, after = ""] = /^More: --after (\S+)\n$/.exec(first.stderr) ?? [];
        assert.strictEqual(after, all[0]?.["id"]);
        assert.deepStrictEqual(yield* many("event", "list", "--after", after), all.slice(1));
        assert.match(
          first.stdout,
          new RegExp(`^happenedAt\ttype\tabout\tid\n\\S+Z\trender\\.queued\t${render}\t`),
        );

        const following = ["event", "list", "--follow", "--after", after, "--json"];
        const follower = yield* startParaph(following, environment);
        yield* follower.waitForLog(/^\{.*"type":"render\.succeeded".*\}$/m);
        assert.strictEqual(yield* follower.stop("SIGINT"), 130);
      }),
    );

    it.effect("delete templates, whose renders stay", () =>
      Effect.gen(function* () {
        const { one, paraph, render } = yield* TestServer;
        assert.strictEqual((yield* one("template", "delete", "letter"))["slug"], "letter");
        assert.strictEqual((yield* paraph("template", "delete", "letter")).code, 1);
        assert.deepInclude(yield* one("render", "get", render), { status: "succeeded" });
      }),
    );
  },
);
