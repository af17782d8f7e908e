import { assert } from "@effect/vitest";
import { Outbox, type OutboxEmail } from "@paraph/core/emails";
import { Effect, Option, Schedule, Schema } from "effect";

import { ApiServer, BASE_URL } from "./api_server.ts";
import { fieldsOf } from "./body.ts";
import { callAs } from "./embedding.ts";
import { type RawResponse, send } from "./http_client.ts";

/** The headers that browsers send with the requests of the console's own page. */
export const OWN_PAGE = { origin: BASE_URL, "sec-fetch-site": "same-origin" };

type Headers = Readonly<Record<string, string>>;

/** Sends a request without a bearer token. */
export const ask = Effect.fnUntraced(function* (
  method: string,
  path: string,
  headers: Headers = {},
  json?: unknown,
) {
  const { port } = yield* ApiServer;
  const body = typeof json === "string" ? json : JSON.stringify(json);
  return yield* send(port, { method, path, headers, ...(json === undefined ? {} : { body }) });
});

/** The session cookie that a response sets, as browsers send it back. */
export function cookieOf({ headers }: RawResponse): string {
  return (headers["set-cookie"]?.at(-1) ?? "").split(";", 1)[0] ?? "";
}

export const signInWith = (credential: unknown, headers: Headers = OWN_PAGE) =>
  ask("POST", "/console/sessions", headers, credential);

const Shown = Schema.Struct({ session: Schema.Struct({ requestToken: Schema.String }) });

/** The headers of the page of a session. */
const sessionOfCookie = Effect.fnUntraced(function* (cookie: string) {
  const shown = yield* ask("GET", "/console/sessions", { ...OWN_PAGE, cookie });
  const { requestToken } = Schema.decodeUnknownSync(Shown)(shown.json).session;
  return { cookie, headers: { ...OWN_PAGE, cookie, "x-csrf-token": requestToken } };
});

/** Opens a session with a key or a link and returns the headers of its page. */
export const openConsoleSession = Effect.fnUntraced(function* (
  credential: { readonly key: string } | { readonly link: string },
) {
  const response = yield* signInWith(credential);
  assert.strictEqual(response.status, 201, response.text);
  return yield* sessionOfCookie(cookieOf(response));
});

/** Waits for the newest email to a member whose cause begins with a text. */
const emailTo = Effect.fnUntraced(function* (email: string, cause: string, after?: string) {
  const { newest } = yield* Outbox;
  const find = Effect.map(newest(100), (emails) =>
    Option.fromUndefinedOr(
      emails.find(
        (each) => each.to.email === email && each.cause.startsWith(cause) && each.id !== after,
      ),
    ),
  );
  const found = yield* find.pipe(
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("20 seconds"),
    Effect.orDie,
  );
  return Option.getOrThrow(found);
});

/** The token of the link in an email to a member. */
export function linkOf({ letter }: OutboxEmail): string {
  return new URLSearchParams(new URL(letter.action.url).hash.slice(1)).get("link") ?? "";
}

export const invitationTo = (email: string, after?: string) =>
  emailTo(email, "member_invitation:", after);
export const signInEmailTo = (email: string, after?: string) =>
  emailTo(email, "member_sign_in:", after);

/** A member with a role, and the token of the invitation. */
export const inviteMember = Effect.fnUntraced(function* (
  accountKey: string,
  email: string,
  role: string,
) {
  const response = yield* callAs(accountKey, "POST", "/v1/members", { email, role });
  assert.strictEqual(response.status, 201, response.text);
  const link = linkOf(yield* invitationTo(email));
  return { id: String(fieldsOf(response)["id"]), link };
});

/** A member with a role who is signed in. */
export const signedInMember = Effect.fnUntraced(function* (
  accountKey: string,
  email: string,
  role: string,
) {
  const { id, link } = yield* inviteMember(accountKey, email, role);
  return { id, link, ...(yield* openConsoleSession({ link })) };
});
