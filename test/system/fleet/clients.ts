import { randomInt, randomUUID } from "node:crypto";

import { Effect, Exit, Predicate, Schedule } from "effect";

import { codeOf, fieldsOf } from "../../../packages/http/_testing/body.ts";
import {
  type RawRequest,
  type RawResponse,
  send,
} from "../../../packages/http/_testing/http_client.ts";

/** The results of the clients, and every response. */
export interface ClientResults {
  /** Ids of renders, in the order of their acceptance. */
  readonly renders: Array<string>;
  /** Shares by their id, and the render of each. */
  readonly shares: Map<string, string>;
  /** Shares whose document a viewer has printed, with a response that confirms it. */
  readonly printedShares: Set<string>;
  /** The number of each response, by status and code. */
  readonly responseCounts: Map<string, number>;
  /** Requests without a response. */
  missingResponses: number;
}

export const emptyResults = (): ClientResults => ({
  renders: [],
  shares: new Map(),
  printedShares: new Set(),
  responseCounts: new Map(),
  missingResponses: 0,
});

/** How long a client waits for a response. */
const RESPONSE_TIMEOUT = "40 seconds";

/** Clients of one project that call any server and retry until they have a response. */
export function makeClients(ports: ReadonlyArray<number>, key: string, results: ClientResults) {
  const countResponse = (response: string) =>
    results.responseCounts.set(response, (results.responseCounts.get(response) ?? 0) + 1);

  const askOnce = Effect.fnUntraced(function* (request: RawRequest) {
    const port = ports[randomInt(ports.length)] ?? 0;
    const exit = yield* Effect.exit(Effect.timeout(send(port, request), RESPONSE_TIMEOUT));
    if (Exit.isFailure(exit)) {
      results.missingResponses++;
      return undefined;
    }
    const { status } = exit.value;
    countResponse(status < 400 ? String(status) : `${status} ${codeOf(exit.value) ?? "?"}`);
    return exit.value;
  });

  /** Repeats an unchanged request until the response is not a server error, and returns that. */
  const ask = (request: RawRequest): Effect.Effect<RawResponse> =>
    askOnce(request).pipe(
      Effect.repeat({
        until: (response): response is RawResponse =>
          response !== undefined && response.status < 500,
        schedule: Schedule.jittered(Schedule.spaced("400 millis")),
      }),
      Effect.map((response) => {
        if (Predicate.isUndefined(response)) throw new Error("No response");
        return response;
      }),
    );

  const post = (path: string, json: unknown) =>
    ask({
      method: "POST",
      path,
      body: JSON.stringify(json),
      headers: { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() },
    });

  const render = Effect.fnUntraced(function* (name: string) {
    const response = yield* post("/v1/templates/letter/render", { data: { name } });
    const id = String(fieldsOf(response)["id"]);
    results.renders.push(id);
    return id;
  });

  const waitForRender = (id: string) =>
    ask({ path: `/v1/renders/${id}`, headers: { authorization: `Bearer ${key}` } }).pipe(
      Effect.map((response) => fieldsOf(response)["status"]),
      Effect.repeat({
        until: (status) => status !== "queued" && status !== "rendering",
        schedule: Schedule.spaced("500 millis"),
      }),
    );

  /** Shares a finished document and lets a viewer print it. */
  const share = Effect.fnUntraced(function* (renderId: string) {
    yield* waitForRender(renderId);
    const response = yield* post(`/v1/renders/${renderId}/shares`, {});
    const { id, shareToken } = fieldsOf(response);
    results.shares.set(String(id), renderId);
    const path = `/share/${String(shareToken)}/events`;
    const body = JSON.stringify({ eventType: "printed" });
    yield* ask({ method: "POST", path, body, headers: { "content-type": "application/json" } });
    results.printedShares.add(String(id));
  });

  return { render, share, ask };
}
