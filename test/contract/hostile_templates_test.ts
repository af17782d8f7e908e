/** Attacks on a server are refused or fail with a code, in time, and do not affect other requests. */
import { assert, layer } from "@effect/vitest";
import { Context, Effect, Fiber, Layer, Schema } from "effect";

import { codeOf, issuePaths, fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { dataUri, pngOf } from "../../packages/pdf/testing/fixtures.ts";
import { objectBomb } from "../../packages/pdf/testing/pdf_bombs.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";
import { unscheduledMillis } from "../support/unscheduled_time.ts";

/** The maximum duration of a request under load, in milliseconds. */
const MAX_DURATION = 60_000;

/** The maximum wait of other requests, apart from their wait for a processor, in milliseconds. */
const MAX_WAIT = 3_000;

/** A server in a separate process. */
class Server extends Context.Service<Server, Effect.Success<ReturnType<typeof startKillable>>>()(
  "test/hostile_templates/Server",
) {}
const server = Layer.effect(Server, startKillable({ LOG_LEVEL: "info" }));

const BOX = { position: { x: 20, y: 20 }, width: 50, height: 20 };
const A4 = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const variable = (key: string, dataType: string) => ({
  key,
  label: key,
  dataType,
  required: false,
});
const VARIABLES = [
  variable("text", "longtext"),
  variable("email", "email"),
  variable("url", "url"),
  variable("number", "currency"),
  variable("date", "datetime"),
  variable("photo", "image"),
];
const publication = (layout: unknown) => ({
  name: "Hostile",
  manifest: { variables: VARIABLES, loops: [] },
  layout,
});
const onPages = (...fields: ReadonlyArray<object>) =>
  publication({ basePdf: A4, schemas: [fields] });
const onBase = (pdf: Uint8Array) =>
  publication({ basePdf: dataUri(pdf, "application/pdf"), schemas: [[]] });

/** A PDF with this many pages. */
function manyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${count}/MediaBox[0 0 9 9]/Kids[${kids}]>>`,
    ...Array.from({ length: count }, () => "<</Type/Page/Parent 2 0 R>>"),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file + table + trailer, "latin1");
}

/** 900 million pixels in a hundred kilobytes. */
const LARGE_PNG = pngOf({
  width: 3e4,
  height: 3e4,
  depth: 1,
  colourType: 0,
  raw: new Uint8Array(3e4 * 3751),
});
const photo = dataUri(LARGE_PNG, "image/png");

const INVALID_TEMPLATES: ReadonlyArray<readonly [string, string, () => object]> = [
  [
    "a PDF of an object stream that unpacks without end",
    "layout.basePdf",
    () => onBase(objectBomb()),
  ],
  ["a PDF of 100,000 pages", "layout.basePdf", () => onBase(manyPages(100_000))],
  [
    "a picture of 30,000 by 30,000 pixels",
    "layout.schemas.0.0.content",
    () => onPages({ ...BOX, name: "static", type: "image", content: photo }),
  ],
  [
    "10,000 fields",
    "layout.schemas",
    () =>
      onPages(
        ...Array.from({ length: 10_000 }, (_, index) => ({
          ...BOX,
          name: `f${index}`,
          type: "text",
        })),
      ),
  ],
];

/** Texts on which backtracking expressions never end. */
const HOSTILE_TEXTS = [
  `${"a".repeat(50_000)}!`,
  `a@${"a.".repeat(45_000)}`,
  `http://${"a".repeat(50_000)}.${"-".repeat(40_000)}`,
  `${"0".repeat(50_000)}.${"0".repeat(40_000)}e`,
  `2026-01-01T${"00:".repeat(30_000)}`,
  `${" ".repeat(99_000)}x`,
  `{${"{a|".repeat(30_000)}}`,
];

layer(server, { excludeTestServices: true, timeout: "3 minutes" })("a hostile template", (it) => {
  /** Runs an effect while other requests get responses in time. */
  const assertResponsive = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
    const { port, pid } = (yield* Server).server;
    let longest = 0;
    let isDone = false;
    const probe = Effect.gen(function* () {
      const [before, unscheduledBefore] = [performance.now(), unscheduledMillis(pid)];
      assert.strictEqual((yield* send(port, { path: "/healthz" })).status, 200);
      const delay = unscheduledMillis(pid) - unscheduledBefore;
      longest = Math.max(longest, performance.now() - before - delay);
    });
    const others = yield* Effect.forkChild(
      probe.pipe(Effect.andThen(Effect.sleep(50)), Effect.repeat({ until: () => isDone })),
    );
    const before = performance.now();
    const result = yield* work;
    assert.isBelow(performance.now() - before, MAX_DURATION);
    isDone = true;
    // The awaited response counts too.
    yield* Fiber.join(others);
    assert.isBelow(longest, MAX_WAIT);
    return result;
  });

  const render = Effect.fnUntraced(function* (slug: string, data: object) {
    const { call } = yield* Server;
    return yield* call("POST", `/v1/templates/${slug}/render`, { data });
  });

  /** The outcome of a render. */
  const renderOutcome = Effect.fnUntraced(function* (slug: string, data: object) {
    const { call } = yield* Server;
    const response = yield* render(slug, data);
    assert.strictEqual(response.status, 202, response.text);
    const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(response.json);
    const poll = Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf);
    return yield* awaiting(poll, ({ status }) => status === "failed" || status === "succeeded");
  });

  it.effect("is refused under its path", () =>
    Effect.gen(function* () {
      const { call } = yield* Server;
      const publishing = INVALID_TEMPLATES.map(([name, path, make]) =>
        Effect.map(call("PUT", "/v1/templates/hostile", make()), (response) => {
          assert.deepStrictEqual(
            [response.status, codeOf(response)],
            [400, "invalid_request"],
            name,
          );
          assert.deepStrictEqual([...issuePaths(response)], [path], name);
        }),
      );
      yield* assertResponsive(Effect.all(publishing, { concurrency: "unbounded", discard: true }));
    }),
  );

  it.effect("fails a render whose data has a picture of 30,000 by 30,000 pixels", () =>
    Effect.gen(function* () {
      const { call } = yield* Server;
      const field = { ...BOX, name: "photo", type: "image" };
      yield* call("PUT", "/v1/templates/photo", onPages(field));
      const { status, errorCode } = yield* assertResponsive(renderOutcome("photo", { photo }));
      assert.deepStrictEqual([status, errorCode], ["failed", "image_unreadable"]);
    }),
  );

  it.effect("a text that is hard to match is refused or rendered in time", () =>
    Effect.gen(function* () {
      const { call } = yield* Server;
      const text = { ...BOX, name: "text", type: "text", overflow: "expand" };
      yield* call("PUT", "/v1/templates/text", onPages(text));
      for (const value of HOSTILE_TEXTS) {
        const keys = ["email", "url", "number", "date"];
        const data = Object.fromEntries(keys.map((key) => [key, value]));
        const response = yield* assertResponsive(render("text", data));
        assert.deepStrictEqual([response.status, codeOf(response)], [400, "invalid_input_data"]);
        assert.sameMembers([...issuePaths(response)], keys);
        const { status } = yield* assertResponsive(renderOutcome("text", { text: value }));
        assert.strictEqual(status, "succeeded", value.slice(0, 50));
      }
    }),
  );

  it.effect("a body of millions of values delays no other request", () =>
    Effect.gen(function* () {
      const { server, key, call } = yield* Server;
      yield* publishLetter(call);
      const headers = { authorization: `Bearer ${key}` };
      const path = "/v1/templates/letter";
      const nestedArrays = `${"[".repeat(50)}${"]".repeat(50)},`;
      const many = `[${nestedArrays.repeat(120_000)}0]`;
      const fewer = `[${nestedArrays.repeat(39_000)}0]`;
      const sending = [
        ["PUT", path, `{"name":"x","layout":{"schemas":${many}}}`, "invalid_request"],
        ["POST", `${path}/render`, `{"data":{"rows":${many}}}`, "invalid_request"],
        ["POST", `${path}/render`, `{"data":{"rows":${fewer}}}`, "invalid_input_data"],
        ["POST", `${path}/render`, `{"data":{"rows":${fewer},}}`, "invalid_json"],
      ].map(([method = "", path = "", body = "", code]) =>
        Effect.map(send(server.port, { method, path, headers, body }), (response) =>
          assert.deepStrictEqual([response.status, codeOf(response)], [400, code]),
        ),
      );
      yield* assertResponsive(Effect.all(sending, { concurrency: "unbounded", discard: true }));
    }),
  );

  it.effect("leaves a working server", () =>
    Effect.gen(function* () {
      const { server } = yield* Server;
      assert.strictEqual((yield* renderOutcome("letter", { name: "Ada" }))["status"], "succeeded");
      assert.notMatch(server.output(), /"level":"(ERROR|FATAL)"/);
    }),
  );
});
