import { button } from "../../../ui/browser/dom.ts";
import { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import type { CallState } from "../../../ui/browser/session/caller.ts";
import { closePage, hasParent, postToParent } from "../../../ui/browser/session/parent.ts";
import { openSession } from "../../../ui/browser/session/session.ts";
import type { SavedDraft } from "../model/autosave.ts";
import { texts } from "../texts.ts";
import type { PageState, SendBackend } from "./backend.ts";

/** Opens the embed session of the page. */
export async function openEmbedBackend(onState: (state: CallState) => void): Promise<SendBackend> {
  const { call, context } = await openSession(onState);
  const { appearance, scope, sessionId, callbacks } = context;
  if (scope.mode !== "send") throw new CallFailed(403, "wrong_mode", texts.wrongModeTitle);
  const path = `/v1/embed/send/${sessionId}`;
  return {
    appearance,
    load: async () => {
      const state: PageState = await (await call("GET", path)).json();
      return state;
    },
    document: async () =>
      new Uint8Array(await (await call("GET", `${path}/document`)).arrayBuffer()),
    save: async (draft) => {
      const saved: SavedDraft = await (await call("PUT", `${path}/draft`, draft)).json();
      return saved;
    },
    send: async (draftId, accessCodes) => {
      const body = { draftId, accessCodes };
      const response = await call("POST", `${path}/send`, body, { isRepeatable: true });
      const { id }: { readonly id: string } = await response.json();
      return id;
    },
    onReady: () => postToParent({ type: "paraph:ready", sessionId, mode: "send" }),
    onSent: (signatureId, renderId) => {
      postToParent({ type: "paraph:sent", signatureId, renderId });
      const { closeUrl } = callbacks;
      if (!hasParent() && typeof closeUrl !== "string") return undefined;
      return button(texts.close, () => closePage(closeUrl), { class: "is-first" });
    },
  };
}

/** Reports to the embedding page why the page cannot be used. */
export function onRefused(code: string, message: string): undefined {
  postToParent({ type: "paraph:error", code, message });
}
