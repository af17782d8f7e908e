import { createHash } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import {
  openTypeFont,
  trueTypeFont,
  variableFont,
  withLicence,
} from "@paraph/pdf/testing/font_files";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const base64 = (bytes: Buffer) => bytes.toString("base64");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Calls the API with the key of the suite's project. */
const caller = Effect.map(
  ApiServer,
  ({ port, key }) =>
    (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
      send(port, {
        method,
        path,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
);

const decodeList = Schema.decodeUnknownSync(
  Schema.Struct({ fonts: Schema.Array(Schema.Struct({ name: Schema.String })) }),
);

const manifest = { variables: [], loops: [] };

/** A layout with one text in a font. */
const layoutIn = (fontName: string, content = "Set in a font of the project") => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    [
      {
        name: "text",
        type: "text",
        position: { x: 20, y: 20 },
        width: 170,
        height: 10,
        readOnly: true,
        content,
        fontName,
      },
    ],
  ],
});

layer(apiServer, { excludeTestServices: true })("fonts", (it) => {
  it.effect("POST adds a font (201), again with the same file (200), with another file (409)", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      const file = trueTypeFont();
      const font = { name: "Brand", data: base64(file) };
      const [first, again] = [
        yield* call("POST", "/v1/fonts", font),
        yield* call("POST", "/v1/fonts", font),
      ];
      assert.deepStrictEqual([first.status, again.status], [201, 200], first.text);
      assert.deepStrictEqual(again.json, first.json);
      const { id, createdAt, ...facts } = fieldsOf(first);
      assert.match(String(id), /^[0-9a-f-]{36}$/);
      assert.match(String(createdAt), /^\d{4}-.*\.\d{3}Z$/);
      assert.deepStrictEqual(facts, {
        name: "Brand",
        family: "Caveat",
        style: "normal",
        weight: 500,
        scripts: ["Latn", "Cyrl"],
        instances: [],
        byteSize: file.length,
        sha256: sha256(file),
      });
      const other = yield* call("POST", "/v1/fonts", { ...font, data: base64(openTypeFont()) });
      assert.strictEqual(other.status, 409);
      assert.include(other.text, '"conflict"');
      const bundled = yield* call("POST", "/v1/fonts", { ...font, name: "Roboto" });
      assert.strictEqual(bundled.status, 409);
    }),
  );

  it.effect("GET lists fonts by name, DELETE removes one", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      for (const name of ["Zed", "Ärger 2", "Alpha"])
        yield* call("POST", "/v1/fonts", { name, data: base64(trueTypeFont()) });
      const names = Effect.map(call("GET", "/v1/fonts"), ({ json }) =>
        decodeList(json).fonts.map(({ name }) => name),
      );
      assert.deepStrictEqual(
        (yield* names).filter((name) => name !== "Brand"),
        ["Alpha", "Zed", "Ärger 2"],
      );
      const removal = yield* call("DELETE", `/v1/fonts/${encodeURIComponent("Ärger 2")}`);
      assert.strictEqual(removal.status, 200);
      assert.strictEqual(fieldsOf(removal)["name"], "Ärger 2");
      assert.notInclude(yield* names, "Ärger 2");
      for (const name of ["Ärger 2", "\0", " ", "' OR true --"]) {
        const again = yield* call("DELETE", `/v1/fonts/${encodeURIComponent(name)}`);
        assert.strictEqual(again.status, 404, again.text);
      }
    }),
  );

  it.effect("adds a font once for each Idempotency-Key, concurrently too", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      const post = (name: string) =>
        call(
          "POST",
          "/v1/fonts",
          { name, data: base64(trueTypeFont()) },
          { "idempotency-key": "a font" },
        );
      const responses = yield* Effect.all(
        Array.from({ length: 6 }, () => post("Once")),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(responses.filter(({ status }) => status === 201).length, 1);
      assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
      assert.strictEqual(fieldsOf(yield* post("Other"))["name"], "Once");
    }),
  );

  it.effect("lists the named instances of a variable font", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      const font = yield* call("POST", "/v1/fonts", {
        name: "Boxes",
        data: base64(variableFont()),
      });
      assert.deepStrictEqual(fieldsOf(font)["instances"], [
        { name: "Boxes-Regular", style: "normal", weight: 400 },
        { name: "Boxes-Black", style: "normal", weight: 900 },
      ]);
    }),
  );

  it.effect("refuses files that are no fonts, or that documents must not embed", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      const files = {
        "not base64": "§",
        "no file": "",
        "a text": base64(Buffer.from("Not a font, but some text")),
        "a collection": base64(Buffer.from("ttcf and the rest of the file")),
        "half a font": base64(trueTypeFont().subarray(0, 30_000)),
        restricted: base64(withLicence(trueTypeFont(), 2)),
        "too large": Buffer.alloc(20 * 1024 * 1024 + 1).toString("base64"),
      };
      for (const [name, data] of Object.entries(files)) {
        const response = yield* call("POST", "/v1/fonts", { name, data });
        assert.strictEqual(response.status, 400, name);
        assert.strictEqual(codeOf(response), "invalid_request", name);
        assert.deepStrictEqual(issuePaths(response), ["data"], name);
      }
      for (const name of ["", " ", "a/b", "../x", "a\u0000b", "x".repeat(101), "-a"]) {
        const response = yield* call("POST", "/v1/fonts", { name, data: base64(trueTypeFont()) });
        assert.strictEqual(response.status, 400, name);
        assert.include(response.text, '"name"', name);
      }
    }),
  );

  it.effect("accepts a file of 20 MiB, which exceeds the limit of other bodies", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      const file = Buffer.concat([trueTypeFont(), Buffer.alloc(20 * 1024 * 1024)]);
      const data = base64(file.subarray(0, 20 * 1024 * 1024));
      const response = yield* call("POST", "/v1/fonts", { name: "Large", data });
      assert.strictEqual(response.status, 201, response.text);
      assert.strictEqual((yield* call("DELETE", "/v1/fonts/Large")).status, 200);
    }),
  );

  it.effect("refuses an unknown font under its path, with the nearest names", () =>
    Effect.gen(function* () {
      const call = yield* caller;
      yield* call("POST", "/v1/fonts", { name: "Acme Sans", data: base64(trueTypeFont()) });
      const put = (fontName: string) =>
        call("PUT", "/v1/templates/fonts", { name: "Fonts", manifest, layout: layoutIn(fontName) });
      const typo = yield* put("Acme-Sanz");
      assert.strictEqual(typo.status, 400);
      assert.include(typo.text, '"layout.schemas.0.0.fontName"');
      assert.include(typo.text, 'Did you mean \\"Acme Sans\\"?');
      assert.include((yield* put("Robotto")).text, "Roboto");
      assert.strictEqual((yield* put("Acme Sans")).status, 201);
    }),
  );
});
