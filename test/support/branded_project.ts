import { Effect } from "effect";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { send } from "../../packages/http/_testing/http_client.ts";

/** A branding with every field; its color has little contrast to white. */
export const BRANDING = {
  name: "Acme & Søn",
  logo: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4H0z"/></svg>')}`,
  primaryColor: "#ffd400",
  footer: "Acme & Søn\n1 High Street",
};

/** Sets the branding of the server's project until the scope ends. */
export const brandProject = Effect.gen(function* () {
  const { port, accountKey, project } = yield* ApiServer;
  const change = (branding: object | null) =>
    send(port, {
      method: "PATCH",
      path: `/v1/projects/${project}`,
      headers: { authorization: `Bearer ${accountKey}` },
      body: JSON.stringify({ branding }),
    });
  yield* Effect.acquireRelease(change(BRANDING), () => change(null));
});
