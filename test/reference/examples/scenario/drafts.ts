import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";

import { contractPdf } from "../../../../packages/http/_testing/contract_document.ts";
import { succeedRender } from "../../../../packages/http/_testing/succeeded_render.ts";
import { Recorder } from "../recorder.ts";
import { DATA } from "./documents.ts";
import type { Organisation } from "./organisation.ts";

/** Prepares signature requests as drafts; sends one and deletes another. */
export const manageDrafts = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const submission = yield* call("renders.submit", {
    bearer,
    path: { slug: "receipt" },
    body: { data: DATA },
  });
  const renderId = RenderId.make(String(submission["id"]));
  yield* succeedRender(renderId, yield* contractPdf);
  const create = (key: string, request: object) =>
    call("signatureDrafts.create", { bearer, key, body: { request: { renderId, ...request } } });
  const recipients = [{ firstName: "Nora", lastName: "Dahl", email: "nora@example.com" }];
  const { id } = yield* create("lease-of-flat-5", { name: "Lease of flat 5", recipients });
  const path = { id: String(id) };
  yield* call("signatureDrafts.list", { bearer, query: { limit: "20", renderId } });
  yield* call("signatureDrafts.get", { bearer, path });
  const field = { recipientIndex: 0, type: "signature", page: 1, x: 12, y: 80, width: 30 };
  yield* call("signatureDrafts.update", {
    bearer,
    path,
    body: {
      revision: 1,
      request: { renderId, name: "Lease of flat 5", recipients, fields: [field] },
    },
  });
  yield* call("signatureDrafts.send", { bearer, path, body: {}, again: true });
  const { id: unsent } = yield* create("lease-of-flat-6", { name: "Lease of flat 6" });
  yield* call("signatureDrafts.remove", { bearer, path: { id: String(unsent) } });
});
