import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { DateTime, Effect, Predicate, Schedule, Schema } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { runParaph } from "../../_testing/paraph_process.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const CONTRACT = {
  name: "Contract",
  manifest: {
    variables: [{ key: "party", label: "Sign here", dataType: "text", required: false }],
    loops: [],
  },
};

const Fields = Schema.Record(Schema.String, Schema.Unknown);
const fields = Schema.decodeUnknownSync(Fields);
const Ceremony = Schema.Struct({ consent: Schema.Struct({ sha256: Schema.String }) });

/** The signing page of a recipient, from their email. */
const pageOf = (dataDir: string, address: string) =>
  Effect.sync(() => {
    const outbox = path.join(dataDir, "outbox");
    const names = fs.existsSync(outbox) ? fs.readdirSync(outbox) : [];
    const emails = names
      .filter((name) => name.endsWith(".eml"))
      .map((name) => fs.readFileSync(path.join(outbox, name), "utf8").replaceAll("=\r\n", ""));
    return emails
      .filter((email) => email.includes(address))
      .map((email) => /http:\/\/[^\s"]+\/sign\/[\w-]+/.exec(email)?.[0])
      .find(Predicate.isString);
  }).pipe(
    until((page) => page !== undefined),
    Effect.map((page) => page ?? ""),
  );

/** Repeats an effect until its result meets a condition. */
function until<A>(holds: (value: A) => boolean) {
  return <E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.repeat({ until: holds, schedule: Schedule.spaced("100 millis") }),
      Effect.timeout("2 minutes"),
    );
}

/** Approves on a signing page, with the requests of its script. */
const approve = Effect.fnUntraced(function* (page: string) {
  const get = Effect.promise(async (): Promise<unknown> =>
    (await fetch(`${page}/ceremony`)).json(),
  );
  const { consent } = yield* Schema.decodeUnknownEffect(Ceremony)(yield* get);
  const date = DateTime.formatIso(yield* DateTime.now).slice(0, 10);
  const body = JSON.stringify({ consent: consent.sha256, date, values: {} });
  const { status } = yield* Effect.promise(() => fetch(`${page}/finish`, { method: "POST", body }));
  assert.strictEqual(status, 200);
});

describe("paraph signature", () => {
  it.live(
    "sends, follows, cancels and downloads requests, and the downloads pass verification",
    () =>
      Effect.gen(function* () {
        const { dataDir, run, call, environment } = yield* servedProject;
        const signature = (...args: ReadonlyArray<string>) => run("signature", ...args);
        yield* call("PUT", "/v1/templates/contract", CONTRACT);
        const response = yield* call("POST", "/v1/templates/contract/render", {
          data: { party: "Ada" },
          options: { sync: true },
        });
        const render = String(
          fields(yield* Effect.promise((): Promise<unknown> => response.json()))["id"],
        );

        const signer = ["--signer", "Ada King Lovelace <ada@example.com>", "--anchor", "Sign here"];
        const far = ["--offset-x", "1001", "--offset-y", "-1001"];
        const refusal = yield* callParaph(
          ["signature", "send", render, ...signer, ...far],
          environment,
        );
        assert.strictEqual(refusal.code, 1);
        for (const flag of ["--offset-x", "--offset-y"]) {
          assert.include(refusal.stderr, `\n  ${flag}: `);
        }
        assert.notInclude(refusal.stderr, "anchorTags");
        assert.include(refusal.stderr, "\nhint: correct these and run the command again");
        const body = path.join(folder, "body.json");
        fs.writeFileSync(body, JSON.stringify({ recipients: [{ firstName: "" }], fields: 1 }));
        const inFile = yield* callParaph(
          ["signature", "send", render, "--file", body, "--expires-in", "0"],
          environment,
        );
        assert.strictEqual(inFile.code, 1);
        for (const place of [
          `--file ${body} at /recipients/0/firstName: `,
          `--file ${body} at /recipients/0/email: `,
          `--file ${body} at /fields: `,
          "--expires-in: ",
        ]) {
          assert.include(inFile.stderr, `\n  ${place}`);
        }
        const wrongAddress = ["--signer", "Ada <ada>", "--cc", "Bob <bob@example.com>"];
        const invalidEmail = yield* callParaph(
          ["signature", "send", render, ...wrongAddress],
          environment,
        );
        assert.include(invalidEmail.stderr, '\n  --signer "Ada <ada>": ');
        const second = ["--signer", "Bob <bob@example.com>"];
        for (const people of [second, [...signer, ...second]]) {
          const { code, stderr } = yield* callParaph(
            ["signature", "send", render, ...people],
            environment,
          );
          assert.strictEqual(code, 1);
          assert.match(
            stderr,
            /\n {2}--signer "Bob <bob@example\.com>": .+ add --role ROLE .+ --anchor TEXT /,
          );
          assert.notInclude(stderr, "--file");
        }
        const placement = [...signer, "--offset-x", "-5", "--offset-y", "12.5"];
        const request = parseRecord(
          yield* signature("send", render, ...placement, "--name", "Contract"),
        );
        assert.deepInclude(request, { status: "sent", name: "Contract", renderId: render });
        const [recipient] = Schema.decodeUnknownSync(Schema.Array(Fields))(request["recipients"]);
        assert.deepInclude(recipient, { firstName: "Ada King", lastName: "Lovelace", order: 1 });
        const sentId = String(request["id"]);
        const ada = ["--recipient", "Ada@example.com"];
        assert.deepEqual(parseRecord(yield* signature("remind", sentId)), {
          reminded: [recipient!["id"]],
        });
        assert.deepInclude(parseRecord(yield* signature("resend", sentId, ...ada)), { id: sentId });
        const end = "2099-01-01T00:00:00.000Z";
        const tooFar = yield* callParaph(
          ["signature", "extend", sentId, "--until", end],
          environment,
        );
        assert.include(tooFar.stderr, "\n  --until: ");
        const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }));
        assert.deepInclude(parseRecord(yield* signature("extend", sentId, "--until", until)), {
          expiresAt: until,
        });
        const correction = ["--first-name", "Ida", "--reason", "Typo"];
        const corrected = parseRecord(yield* signature("correct", sentId, ...ada, ...correction));
        const [ida] = Schema.decodeUnknownSync(Schema.Array(Fields))(corrected["recipients"]);
        assert.deepInclude(ida, { firstName: "Ida", lastName: "Lovelace" });
        const cancellation = yield* signature("cancel", sentId, "--reason", "Changed");
        assert.deepInclude(parseRecord(cancellation), {
          status: "cancelled",
          errorMessage: "Changed",
        });

        const approver = ["--approver", "Bob <bob@example.com>", "--expires-in", "24"];
        const copy = ["--cc", "Eve <eve@example.com>"];
        const first = ["--approver", "Bert <bert@example.com>"];
        const people = [...first, "--approver", "Cy <cy@example.com>", ...copy];
        const sendResult = yield* callParaph(["signature", "send", render, ...people], environment);
        assert.strictEqual(sendResult.code, 0, sendResult.stderr);
        const inbox = `${environment.PARAPH_URL}/_dev/mail`;
        const [link, ...others] = sendResult.stdout.trimEnd().split("\n").slice(-2);
        // It is Bert's turn, not yet that of the others.
        assert.match(
          link ?? "",
          /^Signing link of Bert <bert@example\.com>: http:\S+\/sign\/sgn_\S+$/,
        );
        assert.deepStrictEqual(others, [`Development inbox: ${inbox}`]);
        assert.lengthOf(sendResult.stdout.match(/Signing link of/g) ?? [], 1);
        const page = link?.split(" ").at(-1) ?? "";
        yield* signature("cancel", /^id\t(\S+)$/m.exec(sendResult.stdout)?.[1] ?? "");
        assert.strictEqual((yield* Effect.promise(() => fetch(page))).status, 410);

        const id = String(parseRecord(yield* signature("send", render, ...approver))["id"]);
        const early = yield* callParaph(["signature", "wait", id, "--timeout", "1s"], environment);
        assert.deepInclude(early, { code: 1, stdout: "" });
        assert.match(
          early.stderr,
          /^paraph: timed_out: .+ 0 of 1 have signed after 1s\nhint: .+\n$/,
        );
        yield* approve(yield* pageOf(dataDir, "bob@example.com"));
        assert.deepInclude(parseRecord(yield* signature("wait", id)), { id, status: "completed" });
        assert.deepInclude(parseRecord(yield* signature("get", id)), { id, status: "completed" });
        const waitResult = yield* callParaph(
          ["signature", "wait", String(request["id"])],
          environment,
        );
        assert.strictEqual(waitResult.code, 1);
        assert.match(waitResult.stdout, /^status\tcancelled$/m);
        assert.strictEqual(waitResult.stderr, "paraph: cancelled: Changed\n");
        const listResult = yield* callParaph(["signature", "list", "--limit", "1"], environment);
        assert.match(listResult.stdout, new RegExp(`^id\t.+\n${id}\tcompleted\t`));
        assert.match(listResult.stderr, /^More: --cursor \S+\n$/);

        const saving = fs.mkdtempSync(path.join(folder, "saved-"));
        const save = (...args: ReadonlyArray<string>) =>
          runParaph(
            ["signature", "download", id, ...args],
            environment,
            undefined,
            undefined,
            saving,
          );
        const names = ["contract-signed.pdf", "contract-certificate.pdf"];
        assert.deepInclude(yield* save(), { code: 0, stderr: "", stdout: `${names.join("\n")}\n` });
        assert.deepStrictEqual(parseRecord((yield* save("--json")).stdout), {
          document: "contract-signed (2).pdf",
          certificate: "contract-certificate (2).pdf",
        });
        fs.writeFileSync(path.join(saving, names[1]!), "");
        const replacement = yield* save("--certificate", "--force");
        assert.deepInclude(replacement, { code: 0, stdout: `${names[1]}\n` });
        assert.lengthOf(fs.readdirSync(saving), 4);
        const documents = names.map((name) => path.join(saving, name));
        const verification = yield* callParaph(["verify", ...documents], { DATA_DIR: dataDir });
        assert.strictEqual(verification.code, 0, verification.stderr);

        for (const certificate of [[], ["--certificate"]]) {
          const file = path.join(folder, `${certificate.length}.pdf`);
          fs.writeFileSync(file, "replaced");
          const args = ["signature", "download", id, ...certificate, "-o", file];
          const download = yield* callParaph(args, environment);
          assert.strictEqual(download.code, 0, download.stderr);
          const intact = yield* callParaph(["verify", file], { DATA_DIR: dataDir });
          assert.strictEqual(intact.code, 0, intact.stderr);
          assert.include(intact.stdout, "is unchanged since it was sealed");
          const bytes = fs.readFileSync(file);
          fs.writeFileSync(file, Buffer.concat([bytes, Buffer.from("%")]));
          const corrupt = yield* callParaph(["verify", file], { DATA_DIR: dataDir });
          assert.strictEqual(corrupt.code, 1);
        }
      }),
  );

  it.live("keeps drafts, and prints a URL to sign in person", () =>
    Effect.gen(function* () {
      const { run, call, environment } = yield* servedProject;
      const draft = (...args: ReadonlyArray<string>) => run("signature", "draft", ...args);
      yield* call("PUT", "/v1/templates/contract", CONTRACT);
      const response = yield* call("POST", "/v1/templates/contract/render", {
        data: { party: "Ada" },
        options: { sync: true },
      });
      const render = String(
        fields(yield* Effect.promise((): Promise<unknown> => response.json()))["id"],
      );
      const body = path.join(folder, "draft.json");
      fs.writeFileSync(body, JSON.stringify({ name: "Lease" }));
      const created = parseRecord(yield* draft("create", render, "--file", body));
      const id = String(created["id"]);
      assert.deepInclude(created, { renderId: render, revision: 1, signatureId: null });
      assert.deepStrictEqual(parseRecord(yield* draft("get", id)), created);
      const table = yield* callParaph(["signature", "draft", "list"], environment);
      assert.match(table.stdout, new RegExp(`^id\t.+\n${id}\tLease\t`));
      fs.writeFileSync(body, JSON.stringify({ name: "Sublease" }));
      const changed = parseRecord(yield* draft("update", id, "--file", body, "--revision", "1"));
      assert.deepInclude(changed, { id, renderId: render, revision: 2 });
      assert.deepInclude(fields(changed["request"]), { name: "Sublease", renderId: render });
      const update = ["signature", "draft", "update", id, "--file", body];
      const stale = yield* callParaph([...update, "--revision", "1"], environment);
      assert.include(stale.stderr, "conflict");
      fs.writeFileSync(body, "[");
      const invalid = yield* callParaph(update, environment);
      assert.include(invalid.stderr, body);
      const incomplete = yield* callParaph(["signature", "draft", "send", id], environment);
      assert.strictEqual(incomplete.code, 1);
      assert.include(incomplete.stderr, "recipients");
      yield* draft("delete", id);
      const gone = yield* callParaph(["signature", "draft", "get", id], environment);
      assert.include(gone.stderr, "not_found");

      const recipients = ["Ada", "Bob"].map((firstName) => ({
        firstName,
        email: `${firstName.toLowerCase()}@example.com`,
        designation: "Approver",
      }));
      fs.writeFileSync(body, JSON.stringify({ name: "Lease", recipients }));
      const complete = parseRecord(yield* draft("create", render, "--file", body));
      const request = parseRecord(yield* draft("send", String(complete["id"])));
      assert.deepInclude(request, { status: "sent", name: "Lease" });
      const listed = yield* run("signature", "list", "--status", "sent");
      assert.include(listed, String(request["id"]));
      assert.notInclude(
        yield* run("signature", "list", "--status", "failed"),
        String(request["id"]),
      );
      const inPerson = ["signature", "in-person", String(request["id"])];
      const session = parseRecord(yield* run(...inPerson, "--host", "Grace Hopper"));
      assert.match(String(session["url"]), /\/sign\/inp_[\w-]{43}$/);
      const page = yield* Effect.promise(() => fetch(String(session["url"])));
      assert.include(yield* Effect.promise(() => page.text()), "I am <bdi>Ada</bdi>");
      const insecure = ["--host", "Grace", "--return-url", "http://x.example"];
      const refusal = yield* callParaph([...inPerson, ...insecure], environment);
      assert.include(refusal.stderr, "--return-url: ");
    }),
  );

  it.live("sends a document for each row of a file, and saves the result", () =>
    Effect.gen(function* () {
      const { run, call, environment } = yield* servedProject;
      yield* call("PUT", "/v1/templates/contract", {
        ...CONTRACT,
        layout: {
          basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
          schemas: [
            [
              {
                name: "sign",
                type: "signature",
                role: "client",
                position: { x: 20, y: 40 },
                width: 60,
                height: 15,
              },
            ],
          ],
        },
      });
      const bulk = (...args: ReadonlyArray<string>) => run("signature", "bulk", ...args);
      const csv = path.join(folder, "people.csv");
      const head = "party,client.firstName,client.email\n";
      fs.writeFileSync(csv, `${head}One,Ada,ada@example.com\nTwo,Bob,bob\n`);
      const submit = ["submit", "contract", "--data", csv, "--role", "client", "--name", "Lease"];
      const invalid = yield* callParaph(["signature", "bulk", ...submit], environment);
      assert.strictEqual(invalid.code, 1);
      assert.include(invalid.stderr, `\n  --data ${csv} line 3 at /recipients/0/email: `);
      fs.writeFileSync(csv, `${head}One,Ada,ada@example.com\nTwo,Bob,bob@example.com\n`);
      const ended = parseRecord(yield* bulk(...submit, "--wait"));
      const id = String(ended["id"]);
      assert.deepInclude(ended, { status: "completed", total: 2, sent: 2, failed: 0 });
      assert.deepStrictEqual(parseRecord(yield* bulk("get", id)), ended);
      assert.deepStrictEqual(parseRecord(yield* bulk("wait", id)), ended);
      assert.lengthOf(parseRecords(yield* bulk("rows", id)), 2);
      assert.strictEqual(parseRecords(yield* bulk("list"))[0]?.["id"], id);
      const [first] = parseRecords(yield* run("signature", "list"));
      assert.deepInclude(first, { status: "sent", name: "Lease" });
      for (const [name, start] of [
        ["rows.csv", "number,"],
        ["contracts.zip", "PK"],
      ] as const) {
        const file = path.join(folder, name);
        const args = ["signature", "bulk", "download", id, "-o", file];
        assert.strictEqual((yield* callParaph(args, environment)).code, 0);
        assert.isTrue(fs.readFileSync(file, "latin1").startsWith(start), name);
      }
      const json = path.join(folder, "rows.json");
      const recipients = [{ firstName: "Ada", email: "ada@example.com", role: "client" }];
      fs.writeFileSync(json, JSON.stringify([{ data: { party: "Three" }, recipients }]));
      const accepted = parseRecord(yield* bulk("submit", "contract", "--data", json));
      assert.deepInclude(accepted, { total: 1 });
    }),
  );
});
