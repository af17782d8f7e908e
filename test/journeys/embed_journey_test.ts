import { assert, layer } from "@effect/vitest";
import { RenderJob } from "@paraph/core/renders";
import { imageFetcherNone } from "@paraph/core/renders";
import { sharedRenderer } from "@paraph/pdf/testing/shared_renderer";
import { renderWorker } from "@paraph/worker";
import { Effect, Layer } from "effect";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  createDraft,
  callAs,
  callAsIntegrator,
  greeting,
  GREETING,
  openSession,
} from "../../packages/http/_testing/embedding.ts";
import type { RawResponse } from "../../packages/http/_testing/http_client.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { pdfText } from "../support/pdf_text.ts";
import { drawnPictures, greyPng } from "./embed_documents.ts";

const TEMPLATES = "/v1/embed/builder/templates";

/** A server with a render worker. */
const working = renderWorker(1).pipe(
  Layer.provide(RenderJob.layer),
  Layer.provide(Layer.provide(sharedRenderer, imageFetcherNone)),
  Layer.provideMerge(apiServer),
  Layer.orDie,
);

/** The document of an ended render. */
const documentOf = Effect.fnUntraced(function* (response: RawResponse) {
  const { port } = yield* ApiServer;
  const { downloadUrl, status } = fieldsOf(response);
  assert.strictEqual(status, "succeeded", response.text);
  const { bytes } = yield* send(port, { path: new URL(String(downloadUrl)).pathname });
  return bytes;
});

layer(working, { excludeTestServices: true })("embedding", (it) => {
  it.effect("a draft of a session becomes a template that prints the data", () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const session = yield* openSession();
      const layout = greeting("Dear {customer.name}, you owe {total}.");
      const response = yield* session.call("POST", TEMPLATES, {
        documentTemplate: { name: "Reminder", layout },
      });
      const { _id: id } = fieldsOf({ json: fieldsOf(response)["documentTemplate"] });
      const { slug } = fieldsOf(yield* session.call("GET", `${TEMPLATES}/${String(id)}`));

      const data = { customer: { name: "Ada Lovelace" }, total: "12.50" };
      const render = `/v1/templates/${String(slug)}/render`;
      const submit = () => callAs(embedKey, "POST", render, { data, options: { sync: true } });
      const [first = ""] = yield* pdfText(yield* documentOf(yield* submit()));
      assert.include(first, "Dear Ada Lovelace, you owe 12.50.");

      // A preview renders the same as the document.
      const look = { layout, data };
      const preview = yield* session.call("POST", "/v1/embed/builder/preview", look);
      assert.deepStrictEqual(yield* pdfText(preview.bytes), [first]);

      const newLayout = greeting("Goodbye {customer.name}.");
      yield* session.call("PUT", `${TEMPLATES}/${String(id)}`, {
        documentTemplate: { name: "Reminder", layout: newLayout },
      });
      const [beforePublish] = yield* pdfText(yield* documentOf(yield* submit()));
      assert.strictEqual(beforePublish, first);
      yield* session.call("POST", `${TEMPLATES}/${String(id)}/publish`);
      const [afterPublish] = yield* pdfText(yield* documentOf(yield* submit()));
      assert.include(afterPublish, "Goodbye Ada Lovelace.");
    }),
  );

  it.effect("a form with rows and a picture is printed as it was filled in", () =>
    Effect.gen(function* () {
      const manifest = {
        variables: [
          { key: "customer.name", label: "Customer", dataType: "text", required: true },
          { key: "photo", label: "Photo", dataType: "image" },
        ],
        loops: [
          {
            key: "items",
            label: "Items",
            itemFields: [{ key: "title", label: "Title", dataType: "text" }],
          },
        ],
      };
      const body = { name: "Form", manifest };
      const { id } = fieldsOf(yield* callAsIntegrator("PUT", "/v1/templates/embedded-form", body));
      const scope = { mode: "fill", templateExternalId: String(id) };
      const session = yield* openSession({ scope });
      const items = [{ title: "Analytical engine" }, { title: "Gießkanne" }];
      const data = { customer: { name: "Ada" }, items, photo: greyPng(40, 30) };

      const path = `/v1/embed/form-preview/${session.id}`;
      const preview = yield* session.call("POST", path, { data });
      assert.strictEqual(preview.status, 200, preview.text.slice(0, 300));

      const submission = yield* session.call("POST", `/v1/embed/form-submit/${session.id}`, {
        data,
      });
      const { id: render } = fieldsOf(submission);
      yield* callAsIntegrator("GET", `/v1/renders/${String(render)}`).pipe(
        Effect.repeat({ until: (response) => fieldsOf(response)["status"] === "succeeded" }),
        Effect.timeout("30 seconds"),
      );
      const bytes = yield* documentOf(
        yield* session.call("GET", `/v1/embed/renders/${String(render)}`),
      );
      const [text = ""] = yield* pdfText(bytes);
      for (const value of ["Ada", "Analytical engine", "Gießkanne"]) assert.include(text, value);
      assert.deepStrictEqual(yield* drawnPictures(bytes), [{ width: 40, height: 30 }]);
      assert.deepStrictEqual(yield* pdfText(preview.bytes), [text]);
    }),
  );

  it.effect("an uploaded PDF stays below the printed fields", () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const look = { layout: GREETING, data: { customer: { name: "Base" } } };
      const base = yield* callAsIntegrator("POST", "/v1/embed/builder/preview", look);
      const basePdf = `data:application/pdf;base64,${base.bytes.toString("base64")}`;
      const field = { ...GREETING.schemas[0]?.[0], content: "On top: {customer.name}" };
      const below = { ...field, position: { x: 20, y: 100 } };
      const { slug } = yield* createDraft("Overlay", { basePdf, schemas: [[below]] });
      const data = { customer: { name: "Ada" } };
      const path = `/v1/templates/${slug}/render`;
      const response = yield* callAs(embedKey, "POST", path, { data, options: { sync: true } });
      const [text] = yield* pdfText(yield* documentOf(response));
      assert.include(text, "Dear Base,");
      assert.include(text, "On top: Ada");
    }),
  );
});
