import assert from "node:assert/strict";
import * as path from "node:path";

import { Effect } from "effect";

import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { send } from "../../../packages/http/_testing/http_client.ts";
import { prepareSignature } from "../../support/signing/signing_deployment.ts";
import { DATA, TEMPLATE } from "../invoice.ts";
import type { StartedServer } from "../started_server.ts";

/** The measured operations of the other project. */
export const OPERATIONS = ["publish", "render", "send", "seal"] as const;
type Operation = (typeof OPERATIONS)[number];

/** The milliseconds of each run of each operation. */
export type OperationTimes = Readonly<Record<Operation, ReadonlyArray<number>>>;

/** Publishes, renders, sends for signature and seals, in sequence, this many times. */
export async function measureVictim(
  { call, port, dataDir }: StartedServer,
  name: string,
  rounds: number,
): Promise<OperationTimes> {
  const times: Record<Operation, Array<number>> = { publish: [], render: [], send: [], seal: [] };
  const timeOperation = async <A>(operation: Operation, work: () => Promise<A>): Promise<A> => {
    const since = performance.now();
    const result = await work();
    times[operation].push(performance.now() - since);
    return result;
  };
  const expect = async (response: ReturnType<typeof call>) => {
    const { status, text } = await response;
    assert.ok(status < 300, text);
    return response;
  };

  for (let round = 0; round < rounds; round++) {
    await timeOperation("publish", () => expect(call("PUT", "/v1/templates/invoice", TEMPLATE)));
    const body = { data: DATA, options: { sync: true } };
    const renderResponse = await timeOperation("render", () =>
      expect(call("POST", "/v1/templates/invoice/render", body)),
    );
    const email = `${name}-${round}@example.com`;
    const request = {
      renderId: fieldsOf(renderResponse)["id"],
      recipients: [{ firstName: "Ada", email }],
      fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
    };
    const sendResponse = await timeOperation("send", () =>
      expect(call("POST", "/v1/signatures", request)),
    );
    const id = String(fieldsOf(sendResponse)["id"]);
    const outbox = path.join(dataDir, "outbox");
    const finish = await Effect.runPromise(
      prepareSignature(outbox, email, (httpRequest) => send(port, httpRequest)),
    );
    await timeOperation("seal", async () => {
      await Effect.runPromise(finish);
      for (;;) {
        const { text } = await call("GET", `/v1/signatures/${id}`);
        if (text.includes('"completed"')) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
  }
  return times;
}
