import { RenderId } from "@paraph/core/values";
import { Effect, Schema } from "effect";

import { contractPdf } from "../../../../packages/http/_testing/contract_document.ts";
import { succeedRender } from "../../../../packages/http/_testing/succeeded_render.ts";
import { Recorder } from "../recorder.ts";
import { DATA } from "./documents.ts";
import { ORIGIN, type Organisation } from "./organisation.ts";

const text = { type: "text", width: 120, height: 8 };
/** A layout that declares its variables. */
const LAYOUT = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [[{ ...text, name: "guest", position: { x: 20, y: 20 }, content: "Welcome, {guest}" }]],
  manifest: {
    variables: [{ key: "guest", label: "Guest", dataType: "text", required: true }],
    loops: [],
  },
};
const PERSON = {
  tenant: { externalId: "hotel-12", displayName: "Hotel Aurora" },
  actor: { externalId: "user-7", displayName: "Grace Hopper", email: "grace@example.com" },
};
const Draft = Schema.Struct({ documentTemplate: Schema.Struct({ _id: Schema.String }) });

/** Edits a template in the builder and fills in its form. */
export const embed = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  yield* call("embedKeys.list");
  yield* call("embedCatalogs.create", {
    bearer,
    key: "catalog-hotels-1",
    body: {
      name: "hotels",
      catalog: {
        allowCustom: false,
        namespaces: [
          {
            key: "booking",
            label: "Booking",
            variables: [{ key: "number", label: "Number", dataType: "text", required: true }],
          },
        ],
        loops: [],
      },
    },
  });
  yield* call("embedCatalogs.list", { bearer });

  const draft = yield* call("builder.create", {
    bearer,
    key: "draft-welcome-letter",
    body: { documentTemplate: { name: "Welcome letter", layout: LAYOUT } },
  });
  const { _id: id } = Schema.decodeUnknownSync(Draft)(draft).documentTemplate;
  const path = { id };
  yield* call("builder.list", { bearer });
  yield* call("builder.get", { bearer, path });
  yield* call("builder.save", {
    bearer,
    path,
    body: { documentTemplate: { name: "Welcome letter (short)", layout: LAYOUT }, revision: 1 },
  });
  yield* call("builder.publish", { bearer, path, key: "publish-welcome-letter" });
  yield* call("builder.versions", { bearer, path });
  yield* call("builder.rollback", { bearer, path, key: "rollback-1", body: { versionNumber: 1 } });
  yield* call("builder.preview", { bearer, body: { layout: LAYOUT, data: { guest: "Ada" } } });

  const edit = yield* call("embedSessions.create", {
    bearer,
    key: "session-of-user-7",
    body: {
      ...PERSON,
      scope: { mode: "edit", templateExternalId: id },
      permissions: { publish: false },
      appearance: { theme: "light", primaryColor: "#0a7d55" },
    },
  });
  yield* call("embedPages.script");
  yield* call("embedPages.builder", { query: { session: String(edit["session_id"]) } });
  yield* call("embedSessions.current", { bearer: String(edit["session_token"]), origin: ORIGIN });
  yield* call("embedSessions.refresh", {
    bearer,
    key: "refresh-1",
    body: { renewToken: String(edit["renew_token"]) },
  });
  yield* call("embedSessions.end", { bearer, path: { id: String(edit["session_id"]) } });

  const fill = yield* call("embedSessions.create", {
    bearer,
    body: { ...PERSON, scope: { mode: "fill", templateExternalId: id } },
  });
  const page = { bearer: String(fill["session_token"]), origin: ORIGIN };
  const sessionId = String(fill["session_id"]);
  yield* call("embedPages.form", { query: { session: sessionId } });
  const body = { data: { guest: "Ada Lovelace" } };
  yield* call("forms.preview", { ...page, path: { sessionId }, body });
  const render = yield* call("forms.submit", { ...page, path: { sessionId }, key: "form-1", body });
  yield* call("forms.get", { ...page, path: { id: String(render["id"]) } });
  yield* call("forms.list", { bearer, query: { limit: "20", tenant: "hotel-12" } });
  yield* call("builder.remove", { bearer, path });

  const submission = yield* call("renders.submit", {
    bearer,
    path: { slug: "receipt" },
    body: { data: DATA },
  });
  const renderId = RenderId.make(String(submission["id"]));
  yield* succeedRender(renderId, yield* contractPdf);
  const send = yield* call("embedSessions.create", {
    bearer,
    body: { ...PERSON, scope: { mode: "send", renderId } },
  });
  const sending = {
    bearer: String(send["session_token"]),
    origin: ORIGIN,
    path: { sessionId: String(send["session_id"]) },
  };
  yield* call("embedPages.send", { query: { session: sending.path.sessionId } });
  const { id: draftId } = yield* call("embedSend.save", {
    ...sending,
    body: {
      request: {
        renderId,
        name: "Lease of flat 7",
        recipients: [{ firstName: "Nora", email: "nora@example.com" }],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 12, y: 80 }],
      },
    },
  });
  yield* call("embedSend.state", sending);
  yield* call("embedSend.document", sending);
  yield* call("embedSend.send", { ...sending, body: { draftId }, again: true });
});
