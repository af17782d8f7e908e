import { assert, layer } from "@effect/vitest";
import { Keys } from "@paraph/core/keys";
import { withPageDefaults } from "@paraph/core/layouts";
import { TemplateStore } from "@paraph/core/templates";
import { AccountId, TemplateId, TemplateVersionId } from "@paraph/core/values";
import { DateTime, Effect } from "effect";
import { PDFDocument, PDFHexString, PDFName } from "pdf-lib";

import {
  ADMIN_KEY,
  ApiServer,
  INTEGRATOR_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { fieldsOf, issueMessages } from "../../packages/http/_testing/body.ts";
import { sessionOf, SESSION_OWNER } from "../../packages/http/_testing/embedding.ts";
import { caller } from "../support/deployment.ts";
import { serverWithWorker } from "../support/embed_visit.ts";
import { placedText } from "../support/pdf_text.ts";

const MANIFEST = { variables: [], loops: [] };

const text = (name: string, y: number, content: string, more: object = {}) => ({
  name,
  type: "text",
  position: { x: 20, y },
  width: 50,
  height: 40,
  content,
  readOnly: true,
  ...more,
});

/** Justified text with a long German word, quotation marks, and a Han character among bopomofo. */
const LAYOUT = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    [
      text("Terms", 20, "Rechtsschutzversicherungsgesellschaften ".repeat(3).trim(), {
        alignment: "justify",
      }),
      text("Greeting", 80, 'Say "hello"', { smartQuotes: true }),
      text("Han", 130, "ㄅ 直"),
    ],
  ],
};

const TEMPLATE = { name: "Letter", manifest: MANIFEST, layout: LAYOUT };

let integratorCount = 0;

/** An integrator whose project has a language, with callers for the project and its account. */
const projectIn = Effect.fnUntraced(function* (language?: string) {
  const { port } = yield* ApiServer;
  integratorCount += 1;
  const provision = {
    externalOrgId: `language-${integratorCount}`,
    allowedOrigins: [INTEGRATOR_ORIGIN],
  };
  const { apiKey, accountId, projectId } = fieldsOf(
    yield* caller(port, ADMIN_KEY)("POST", "/v1/admin/provision", provision),
  );
  const { key } = yield* (yield* Keys).create({
    kind: "account",
    accountId: AccountId.make(String(accountId)),
  });
  const account = caller(port, key);
  const id = String(projectId);
  const setLanguage = (tag: string) =>
    Effect.map(account("PATCH", `/v1/projects/${id}`, { language: tag }), ({ status }) =>
      assert.strictEqual(status, 200),
    );
  if (language !== undefined) yield* setLanguage(language);
  return { id, account, call: caller(port, String(apiKey)), setLanguage };
});

type Call = ReturnType<typeof caller>;

const publish = Effect.fnUntraced(function* (call: Call, content: object = TEMPLATE) {
  const response = yield* call("PUT", "/v1/templates/letter", content);
  assert.include([200, 201], response.status, response.text);
  return fieldsOf(response);
});

/** The document of a version. */
const documentOf = Effect.fnUntraced(function* (call: Call, options: object = {}) {
  const submission = { data: {}, options: { sync: true, ...options } };
  const response = yield* call("POST", "/v1/templates/letter/render", submission);
  const { status, downloadUrl } = fieldsOf(response);
  assert.strictEqual(status, "succeeded", response.text);
  return (yield* call("GET", new URL(String(downloadUrl)).pathname)).bytes;
});

/** What the language of a document decides. */
const traitsOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const document = yield* Effect.promise(() => PDFDocument.load(bytes));
  const lines = (yield* placedText(bytes)).map((each) => each.text);
  const latin1 = Buffer.from(bytes).toString("latin1");
  return {
    language: document.catalog.lookup(PDFName.of("Lang"), PDFHexString).decodeText(),
    isHyphenated: lines.some((line) => line.endsWith("-")),
    greeting: lines.find((line) => line.startsWith("Say")),
    han: /FontName\/\w+\+NotoSans(JP|SC|TC|KR)/.exec(latin1)?.[1],
  };
});

const ENGLISH = { language: "en", isHyphenated: false, greeting: "Say “hello”", han: "TC" };
const GERMAN = { language: "de", isHyphenated: true, greeting: "Say „hello“", han: "TC" };

layer(serverWithWorker, { excludeTestServices: true, timeout: "60 seconds" })(
  "The language of a project",
  (it) => {
    it.effect("is that of documents whose template has none", () =>
      Effect.gen(function* () {
        const { call } = yield* projectIn("de");
        yield* publish(call);
        assert.deepStrictEqual(yield* traitsOf(yield* documentOf(call)), GERMAN);
        const { layout } = fieldsOf(yield* call("GET", "/v1/templates/letter"));
        assert.deepStrictEqual(layout, LAYOUT);
      }),
    );

    it.effect("chooses the fonts of Han characters", () =>
      Effect.gen(function* () {
        const { call } = yield* projectIn("ja");
        yield* publish(call);
        const { language, han } = yield* traitsOf(yield* documentOf(call));
        assert.deepStrictEqual([language, han], ["ja", "JP"]);
      }),
    );

    it.effect("changes nothing while it is English, which is the default", () =>
      Effect.gen(function* () {
        const unset = yield* projectIn();
        yield* publish(unset.call);
        const bytes = yield* documentOf(unset.call);
        assert.deepStrictEqual(yield* traitsOf(bytes), ENGLISH);
        const set = yield* projectIn("en");
        yield* publish(set.call);
        assert.deepStrictEqual(yield* documentOf(set.call), bytes);
      }),
    );

    it.effect("gives way to the language of the layout and of formats", () =>
      Effect.gen(function* () {
        const { call } = yield* projectIn("de");
        yield* publish(call, { ...TEMPLATE, layout: { ...LAYOUT, language: "fr-CA" } });
        const ofLayout = yield* traitsOf(yield* documentOf(call));
        assert.strictEqual(ofLayout.language, "fr-CA");
        const total = {
          key: "total",
          label: "Total",
          dataType: "currency",
          format: "currency:PLN@pl-PL",
        };
        yield* publish(call, { ...TEMPLATE, manifest: { variables: [total], loops: [] } });
        const ofFormats = yield* traitsOf(yield* documentOf(call));
        assert.strictEqual(ofFormats.language, "pl-PL");
      }),
    );

    it.effect("stays that of the publication, until the template is published again", () =>
      Effect.gen(function* () {
        const { call, setLanguage } = yield* projectIn("de");
        yield* publish(call);
        const before = yield* documentOf(call);
        yield* setLanguage("fr");
        assert.deepStrictEqual(yield* documentOf(call), before);
        // Compiled again, because the standard is not that of the layout.
        const archived = yield* documentOf(call, { standard: "pdf/a-2b" });
        assert.deepStrictEqual(yield* traitsOf(archived), GERMAN);
        const { currentVersionNumber } = yield* publish(call);
        assert.strictEqual(currentVersionNumber, 2);
        assert.strictEqual((yield* traitsOf(yield* documentOf(call))).language, "fr");
        assert.deepStrictEqual(yield* documentOf(call, { versionNumber: 1 }), before);
      }),
    );

    it.effect("is stored with the version: an engine that compiles it again renders the same", () =>
      Effect.gen(function* () {
        const { call, setLanguage } = yield* projectIn("de");
        const templateId = TemplateId.make(String((yield* publish(call))["id"]));
        const published = yield* documentOf(call);
        yield* setLanguage("fr");
        const store = yield* TemplateStore;
        const addVersion = Effect.fnUntraced(function* (
          versionNumber: number,
          id: string,
          projectLanguage: string | null,
        ) {
          yield* store.addVersion({
            id: TemplateVersionId.make(id),
            templateId,
            versionNumber,
            name: "Letter",
            description: null,
            templateType: "document",
            createdAt: yield* DateTime.now,
            manifest: MANIFEST,
            pageConfig: withPageDefaults({}),
            layout: { text: JSON.stringify(LAYOUT), parts: null },
            fonts: [],
            projectLanguage,
            compiled: { engine: "paraph-1 node-137", bytes: new TextEncoder().encode("earlier") },
          });
        });
        yield* addVersion(2, "01890000-0000-7000-8000-00000000d002", "de");
        assert.deepStrictEqual(yield* documentOf(call), published);
        // Versions of earlier releases have no language.
        yield* addVersion(3, "01890000-0000-7000-8000-00000000d003", null);
        assert.deepStrictEqual(yield* traitsOf(yield* documentOf(call)), ENGLISH);
      }),
    );

    it.effect("is kept by copies in other projects, and by a version that is published again", () =>
      Effect.gen(function* () {
        const source = yield* projectIn("de");
        const { id } = yield* publish(source.call);
        const expected = yield* documentOf(source.call);
        const project = yield* source.account("POST", "/v1/projects", { name: "Polish" });
        const target = String(fieldsOf(project)["id"]);
        yield* source.account("PATCH", `/v1/projects/${target}`, { language: "pl" });
        const key = yield* source.account("POST", `/v1/projects/${target}/keys`, {});
        const { port } = yield* ApiServer;
        const callCopy = caller(port, String(fieldsOf(key)["key"]));
        const copy = yield* source.account("POST", `/v1/projects/${target}/templates/copy`, {
          sourceProjectId: source.id,
          sourceTemplateSlug: "letter",
        });
        assert.strictEqual(copy.status, 201, copy.text);
        const options = { standard: "pdf/a-2b" };
        const [original, copied] = [
          yield* documentOf(source.call, options),
          yield* documentOf(callCopy, options),
        ];
        assert.deepStrictEqual(copied, original);
        assert.deepStrictEqual(yield* documentOf(callCopy), expected);
        yield* source.setLanguage("fr");
        const builder = `/v1/embed/builder/templates/${String(id)}`;
        const rollback = yield* source.call("POST", `${builder}/rollback`, { versionNumber: 1 });
        assert.strictEqual(fieldsOf(rollback)["currentVersionNumber"], 2, rollback.text);
        assert.deepStrictEqual(yield* documentOf(source.call, options), original);
      }),
    );

    it.effect("is that of previews and publications in the builder", () =>
      Effect.gen(function* () {
        const { call, setLanguage } = yield* projectIn("de");
        const layout = { ...LAYOUT, manifest: MANIFEST };
        const preview = yield* call("POST", "/v1/embed/builder/preview", { layout });
        assert.deepStrictEqual(yield* traitsOf(preview.bytes), GERMAN);
        const document = { documentTemplate: { name: "Letter", layout } };
        const created = yield* call("POST", "/v1/embed/builder/templates", document);
        assert.strictEqual(fieldsOf(created)["currentVersionNumber"], 1, created.text);
        const { templates } = fieldsOf(yield* call("GET", "/v1/templates"));
        assert(Array.isArray(templates));
        const { slug } = fieldsOf({ json: templates[0] });
        yield* setLanguage("fr");
        const path = `/v1/templates/${String(slug)}/render`;
        const render = yield* call("POST", path, { data: {}, options: { sync: true } });
        const { pathname } = new URL(String(fieldsOf(render)["downloadUrl"]));
        assert.deepStrictEqual(yield* traitsOf((yield* call("GET", pathname)).bytes), GERMAN);
      }),
    );

    it.effect("is in the context of embed sessions", () =>
      Effect.gen(function* () {
        const { call, setLanguage } = yield* projectIn();
        const session = sessionOf(yield* call("POST", "/v1/embed/sessions", SESSION_OWNER));
        const shown = Effect.map(
          session.call("GET", "/v1/embed/session"),
          (response) => fieldsOf(response)["projectLanguage"],
        );
        assert.strictEqual(yield* shown, "en");
        yield* setLanguage("ja");
        assert.strictEqual(yield* shown, "ja");
      }),
    );

    it.effect("is not enough for PDF/UA-1, which templates without a project can have too", () =>
      Effect.gen(function* () {
        const { call } = yield* projectIn("de");
        const layout = { ...LAYOUT, standard: "pdf/ua-1" };
        const rejection = yield* call("PUT", "/v1/templates/letter", { ...TEMPLATE, layout });
        assert.strictEqual(rejection.status, 400);
        assert.lengthOf(issueMessages(rejection, "layout.language"), 1);
      }),
    );
  },
);
