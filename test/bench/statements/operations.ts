import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { SESSION_OWNER } from "../../../packages/http/_testing/embedding.ts";
import type { RawResponse } from "../../../packages/http/_testing/http_client.ts";
import { DATA, TEMPLATE } from "../invoice.ts";
import { recipientsOn, repeat, until } from "../recipients.ts";
import { type Call, waitForEmptyQueues } from "../started_server.ts";

/** The server under measurement, and its receiver of webhooks. */
export interface MeasuredServer {
  /** Sends a request with headers, and fails unless it succeeds. */
  readonly send: (
    method: string,
    path: string,
    json: unknown,
    headers: Readonly<Record<string, string>>,
  ) => Promise<RawResponse>;
  readonly key: string;
  /** An origin whose pages may embed forms. */
  readonly origin: string;
  /** The folder of sent emails. */
  readonly outbox: string;
  readonly receiverUrl: string;
  /** The number of deliveries so far. */
  readonly received: () => number;
}

/** A measured request. */
export interface Operation {
  readonly name: string;
  readonly count: number;
  /** Creates what each request needs, which is not counted; by default nothing. */
  readonly prepare?: (count: number) => Promise<ReadonlyArray<string>>;
  readonly request: (input: string, index: number) => Promise<unknown>;
  /** Waits for the work that the requests have caused, which is counted. */
  readonly complete?: () => Promise<void>;
}

const MANY = 400;

/** Of operations that cause much work. */
const FEW = 100;

/** The measured operations of a server. */
export async function operationsOn(
  server: MeasuredServer,
): Promise<{
  readonly submit: () => Promise<unknown>;
  readonly operations: ReadonlyArray<Operation>;
  readonly call: Call;
}> {
  const authorization = `Bearer ${server.key}`;
  const call: Call = (method, route, json) => server.send(method, route, json, { authorization });
  const visit: Call = (method, route, json) => server.send(method, route, json, {});

  const template = fieldsOf(await call("PUT", "/v1/templates/invoice", TEMPLATE));
  const submit = () => call("POST", "/v1/templates/invoice/render", { data: DATA });
  const sync = () =>
    call("POST", "/v1/templates/invoice/render", { data: DATA, options: { sync: true } });
  const id = String(fieldsOf(await sync())["id"]);

  const createShare = () => call("POST", `/v1/renders/${id}/shares`, {});
  const newShare = async () => String(fieldsOf(await createShare())["shareToken"]);
  const newShares = (count: number) => repeat(count, 8, newShare);
  const share = await newShare();
  const print = (token: string) =>
    visit("POST", `/share/${token}/events`, { eventType: "printed" });

  const { invite, emails, submission } = recipientsOn({ call, visit, outbox: server.outbox });
  const newSignatures = (count: number) => invite(id, count);
  const newSubmissions = async (count: number) => {
    const tokens = await newSignatures(count);
    return repeat(count, 8, async (index) => JSON.stringify(await submission(tokens[index] ?? "")));
  };
  const finishSigning = (input: string) => {
    const [path, body] = JSON.parse(input);
    return visit("POST", path, body);
  };
  /** The recipients have got an invitation and the signed document. */
  const isSealed = async () => (await emails()).length === 2 * FEW;
  const [link] = await newSignatures(1);

  const scope = { mode: "fill", templateExternalId: String(template["id"]) };
  const session = fieldsOf(await call("POST", "/v1/embed/sessions", { ...SESSION_OWNER, scope }));
  const sessionHeaders = {
    authorization: `Bearer ${String(session["session_token"])}`,
    origin: server.origin,
  };
  const form = `/v1/embed/form-submit/${String(session["session_id"])}`;
  const submitForm = () => server.send("POST", form, { data: DATA }, sessionHeaders);

  let expected = 0;
  const subscribe = async (count: number) => {
    if (expected === 0) {
      await call("POST", "/v1/webhooks", { url: server.receiverUrl, events: ["document.printed"] });
    }
    expected += count;
    return newShares(count);
  };

  const operations: ReadonlyArray<Operation> = [
    { name: "render, `sync`", count: MANY, request: sync },
    { name: "read a render", count: MANY, request: () => call("GET", `/v1/renders/${id}`) },
    { name: "list 20 renders", count: MANY, request: () => call("GET", "/v1/renders?limit=20") },
    { name: "create a share", count: MANY, request: createShare },
    {
      name: "open a share page",
      count: MANY,
      prepare: newShares,
      request: (token) => visit("GET", `/share/${token}`),
    },
    {
      name: "open a share page again",
      count: MANY,
      request: () => visit("GET", `/share/${share}`),
    },
    {
      name: "download from a share page",
      count: MANY,
      prepare: newShares,
      request: (token) => visit("GET", `/share/${token}/document.pdf?download=1`),
    },
    { name: "print from a share page", count: MANY, prepare: newShares, request: print },
    { name: "print again", count: MANY, request: () => print(share) },
    {
      name: "record an event by key",
      count: MANY,
      request: (_, index) =>
        call("POST", `/v1/renders/${id}/events`, { eventType: "viewed", metadata: { index } }),
    },
    {
      name: "submit a form, and render it",
      count: MANY,
      request: submitForm,
      complete: () => waitForEmptyQueues(call),
    },
    { name: "read events", count: MANY, request: () => call("GET", "/v1/events?limit=20") },
    {
      name: "read engagement",
      count: MANY,
      request: () => call("GET", `/v1/renders/${id}/engagement`),
    },
    { name: "load a signing page", count: MANY, request: () => visit("GET", `/sign/${link}`) },
    {
      name: "open a document to sign",
      count: FEW,
      prepare: newSignatures,
      request: (token) => visit("POST", `/sign/${token}/open`),
    },
    {
      name: "finish signing, seal and send the copy",
      count: FEW,
      prepare: newSubmissions,
      request: finishSigning,
      complete: () => until(isSealed),
    },
    {
      name: "print, and deliver to a webhook",
      count: MANY,
      prepare: subscribe,
      request: print,
      complete: () => until(() => server.received() >= expected),
    },
  ];
  return { submit, call, operations };
}
