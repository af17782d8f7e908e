import { assert, layer } from "@effect/vitest";
import { Keys } from "@paraph/core/keys";
import { withPageDefaults } from "@paraph/core/layouts";
import { TemplateStore } from "@paraph/core/templates";
import { AccountId, TemplateId, TemplateVersionId } from "@paraph/core/values";
import { DateTime, Effect } from "effect";
import { PDFDocument } from "pdf-lib";

import { ADMIN_KEY, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf, issueMessages } from "../../packages/http/_testing/body.ts";
import { activeContent } from "../../packages/pdf/active/active_content.ts";
import { SCRIPT } from "../../packages/pdf/testing/active_cases.ts";
import { rawPdf } from "../../packages/pdf/testing/raw_pdf.ts";
import { caller } from "../support/deployment.ts";
import { serverWithWorker } from "../support/embed_visit.ts";

const MANIFEST = { variables: [], loops: [] };

/** A layout over a base PDF whose catalog has these entries. */
const layoutOver = (catalog: string) => {
  const base = Buffer.from(rawPdf({ catalog })).toString("base64");
  return { basePdf: `data:application/pdf;base64,${base}`, schemas: [[]] };
};
const CLEAN = layoutOver("");
const ACTIVE = layoutOver(`/OpenAction ${SCRIPT}`);

/** The active content of a PDF. */
const activeContentOf = (bytes: Uint8Array) =>
  Effect.promise(async () => activeContent(await PDFDocument.load(bytes)));

/**
 * A template whose version 2 was published before active content was refused, and whose version 3 is current,
 * with callers for its project and its account.
 */
const earlierTemplate = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const response = yield* caller(port, ADMIN_KEY)("POST", "/v1/admin/provision", {
    externalOrgId: "earlier",
    allowedOrigins: ["https://app.partner.test"],
  });
  const { apiKey, accountId, projectId } = fieldsOf(response);
  const call = caller(port, String(apiKey));
  const publish = (layout: object) =>
    call("PUT", "/v1/templates/form", { name: "Form", manifest: MANIFEST, layout });
  const id = TemplateId.make(String(fieldsOf(yield* publish(CLEAN))["id"]));
  const store = yield* TemplateStore;
  yield* store.addVersion({
    id: TemplateVersionId.make("01890000-0000-7000-8000-000000000002"),
    templateId: id,
    versionNumber: 2,
    name: "Form",
    description: null,
    templateType: "pdf-overlay",
    createdAt: yield* DateTime.now,
    manifest: MANIFEST,
    pageConfig: withPageDefaults({}),
    layout: { text: JSON.stringify(ACTIVE), parts: null },
    fonts: [],
    compiled: { engine: "paraph-1 node-137", bytes: new TextEncoder().encode("earlier") },
  });
  assert.strictEqual(fieldsOf(yield* publish(CLEAN))["currentVersionNumber"], 3);
  const accountKey = yield* (yield* Keys).create({
    kind: "account",
    accountId: AccountId.make(String(accountId)),
  });
  return { id, projectId, publish, call, account: caller(port, accountKey.key) };
});

/** The document of a template's current version. */
const document = Effect.fnUntraced(function* (call: ReturnType<typeof caller>, slug: string) {
  const submission = { data: {}, options: { sync: true } };
  const response = yield* call("POST", `/v1/templates/${slug}/render`, submission);
  const { status, downloadUrl } = fieldsOf(response);
  assert.strictEqual(status, "succeeded", response.text);
  return (yield* call("GET", new URL(String(downloadUrl)).pathname)).bytes;
});

layer(serverWithWorker, { excludeTestServices: true, timeout: "60 seconds" })(
  "A version published before active content was refused",
  (it) => {
    it.effect("renders without it after a rollback and as a copy; a draft of it is refused", () =>
      Effect.gen(function* () {
        const { id, projectId, publish, call, account } = yield* earlierTemplate;
        const activeResponse = yield* publish(ACTIVE);
        assert.strictEqual(activeResponse.status, 400);

        const builder = `/v1/embed/builder/templates/${id}`;
        const rollback = yield* call("POST", `${builder}/rollback`, { versionNumber: 2 });
        assert.strictEqual(fieldsOf(rollback)["currentVersionNumber"], 4, rollback.text);
        assert.deepStrictEqual(yield* activeContentOf(yield* document(call, "form")), []);

        const other = fieldsOf(yield* account("POST", "/v1/projects", { name: "Copies" }));
        const project = `/v1/projects/${String(other["id"])}`;
        const copy = yield* account("POST", `${project}/templates/copy`, {
          sourceProjectId: projectId,
          sourceTemplateSlug: "form",
        });
        assert.strictEqual(copy.status, 201, copy.text);
        const key = fieldsOf(yield* account("POST", `${project}/keys`, { name: "Copies" }))["key"];
        const { port } = yield* ApiServer;
        const callCopy = caller(port, String(key));
        assert.deepStrictEqual(yield* activeContentOf(yield* document(callCopy, "form")), []);

        const { documentTemplate } = fieldsOf(yield* call("GET", builder));
        const { layout } = fieldsOf({ json: documentTemplate });
        for (const [path, body] of [
          ["/v1/embed/builder/preview", { layout }],
          [`${builder}/publish`, undefined],
        ] as const) {
          const response = yield* call("POST", path, body);
          assert.strictEqual(response.status, 400, response.text);
          assert.deepStrictEqual(issueMessages(response, "layout.basePdf"), [
            "The PDF contains JavaScript (/OpenAction). Remove it and publish again",
          ]);
        }
      }),
    );
  },
);
