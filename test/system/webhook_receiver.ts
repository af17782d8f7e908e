import * as http from "node:http";

import { Effect, Predicate } from "effect";

/** A receiver of webhooks that accepts everything; returns the ids of the events in order of arrival. */
export const webhookReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const told: Array<string> = [];
    const server = http.createServer((request, response) => {
      told.push(String(request.headers["webhook-id"]));
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const port = Predicate.isObject(address) && "port" in address ? Number(address.port) : 0;
    return { told, url: `http://127.0.0.1:${port}/hook`, server };
  }),
  ({ server }) => Effect.sync(() => server.close()),
);
