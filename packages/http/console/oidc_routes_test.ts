import { assert, layer } from "@effect/vitest";
import { AuditLog } from "@paraph/core/audit";
import { Projects } from "@paraph/core/projects";
import { Effect, Schema } from "effect";

import { ApiServer, apiServer, BASE_URL } from "../_testing/api_server.ts";
import { ask, inviteMember } from "../_testing/console_visit.ts";
import { callAs } from "../_testing/embedding.ts";
import { Identity, serverWithIdentity } from "../_testing/identity.ts";

/** A browser without scripts: it follows redirects and keeps the cookies of each host. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** The URLs that it went to. */
  readonly visits: Array<string> = [];

  cookiesOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    return jar;
  }

  async get(url: string): Promise<Response> {
    this.visits.push(url);
    const jar = this.cookiesOf(url);
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(each) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects until a page, or the address for which `isEnd` holds. */
  async follow(url: string, isEnd: (url: string) => boolean = () => false): Promise<Response> {
    let response = await this.get(url);
    for (let count = 0; response.status === 303 || response.status === 302; count++) {
      const next = new URL(response.headers.get("location") ?? "", url).href;
      assert.isBelow(count, 10, next);
      if (isEnd(next)) {
        this.visits.push(next);
        return response;
      }
      url = next;
      response = await this.get(next);
    }
    return response;
  }

  get last(): string {
    return this.visits.at(-1) ?? "";
  }
}

const isCallback = (url: string) => url.includes("/console/oidc/callback");

const signInPage = Effect.map(ApiServer, ({ port }) => `http://127.0.0.1:${port}/console/oidc`);

/** Signs a user in at the provider, and returns the browser at the end. */
const signIn = Effect.fnUntraced(function* (email: string, query = "", more = {}) {
  const identity = yield* Identity;
  identity.user = { email, isVerified: true, ...more };
  const browser = new Browser();
  const url = `${yield* signInPage}${query}`;
  const response = yield* Effect.promise(() => browser.follow(url));
  return { browser, response };
});

const decodeSession = Schema.decodeUnknownSync(
  Schema.Struct({
    session: Schema.NullOr(Schema.Struct({ member: Schema.Struct({ email: Schema.String }) })),
  }),
);

/** The session that a browser has, as the page asks for it. */
const sessionIn = Effect.fnUntraced(function* (browser: Browser) {
  const jar = browser.cookiesOf(yield* signInPage);
  const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
  const { json } = yield* ask("GET", "/console/sessions", {
    cookie,
    "sec-fetch-site": "same-origin",
  });
  return decodeSession(json);
});

const endsWith = (browser: Browser, problem: string) =>
  Effect.gen(function* () {
    assert.match(browser.last, new RegExp(`/console#problem=${problem}$`, "u"));
    assert.isNull((yield* sessionIn(browser)).session);
  });

layer(serverWithIdentity, { excludeTestServices: true })("Sign-in with OpenID Connect", (it) => {
  it.effect("opens a session of the member, and ends the invitation", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const { id, link } = yield* inviteMember(accountKey, "ada@example.com", "editor");
      const { browser } = yield* signIn("Ada@Example.com");
      assert.match(browser.last, /\/console$/u);
      const { session } = yield* sessionIn(browser);
      assert.strictEqual(session?.member.email, "ada@example.com");
      const jar = browser.cookiesOf(yield* signInPage);
      assert.deepEqual([...jar.keys()], ["paraph_console"]);

      const member = yield* callAs(accountKey, "GET", "/v1/members");
      assert.include(member.text, `"status":"active"`);
      const { port } = yield* ApiServer;
      const used = yield* ask(
        "POST",
        "/console/sessions",
        { origin: `http://127.0.0.1:${port}` },
        { link },
      );
      assert.strictEqual(used.status, 401);
      const { entries } = yield* (yield* AuditLog).list("all", { action: "console.signed_in" });
      assert.deepEqual(
        entries.map(({ actorKind, actorId, details }) => [actorKind, actorId, details]),
        [["member", id, { method: "oidc" }]],
      );
    }),
  );

  it.effect("asks a member of several accounts for one, and opens no other", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountKey } = yield* ApiServer;
      const email = "both@example.com";
      for (const key of [accountKey, otherAccountKey]) yield* inviteMember(key, email, "viewer");
      const { browser, response } = yield* signIn(email);
      assert.strictEqual(response.status, 200);
      const text = yield* Effect.promise(() => response.text());
      assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/u);
      assert.isNull((yield* sessionIn(browser)).session);
      const links = Array.from(text.matchAll(/href="([^"]+oidc\?account=[^"]+)">([^<]+)</gu));
      assert.sameMembers(
        links.map(([, , name]) => name),
        ["Acme", "Stranger"],
      );
      yield* Effect.promise(() => browser.follow(links[0]?.[1] ?? ""));
      assert.match(browser.last, /\/console$/u);
      assert.strictEqual((yield* sessionIn(browser)).session?.member.email, email);

      const third = yield* (yield* Projects).openAccount("Third");
      const stranger = yield* signIn(email, `?account=${third.id}`);
      yield* endsWith(stranger.browser, "unknown");
      const invalid = yield* signIn(email, "?account=%0d%0aset-cookie:%20a=b");
      assert.strictEqual(invalid.response.status, 200);
    }),
  );

  it.effect("refuses people without a confirmed email address of a member", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const { id } = yield* inviteMember(accountKey, "eve@example.com", "editor");
      yield* endsWith((yield* signIn("mallory@example.com")).browser, "unknown");
      for (const email of ["eve@example.com\u0000", "eve", "", `${"e".repeat(300)}@example.com`]) {
        yield* endsWith((yield* signIn(email)).browser, "unverified");
      }
      yield* endsWith(
        (yield* signIn("eve@example.com", "", { isVerified: false })).browser,
        "unverified",
      );
      yield* endsWith(
        (yield* signIn("eve@example.com", "", { declines: true })).browser,
        "cancelled",
      );
      const removed = yield* callAs(accountKey, "DELETE", `/v1/members/${id}`);
      assert.strictEqual(removed.status, 200, removed.text);
      yield* endsWith((yield* signIn("eve@example.com")).browser, "unknown");
    }),
  );

  it.effect("refuses callbacks of other browsers, changed ones, and used ones", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      yield* inviteMember(accountKey, "vic@example.com", "owner");
      const identity = yield* Identity;
      identity.user = { email: "vic@example.com", isVerified: true };
      const url = yield* signInPage;
      const begin = Effect.promise(async () => {
        const browser = new Browser();
        await browser.follow(url, isCallback);
        return browser;
      });

      const victim = yield* begin;
      const callback = victim.last;
      // Without the cookie of the browser that began it.
      const thief = new Browser();
      yield* Effect.promise(() => thief.follow(callback));
      yield* endsWith(thief, "expired");
      // With the cookie of a sign-in of the thief's own.
      const other = yield* begin;
      yield* Effect.promise(() => other.follow(callback));
      yield* endsWith(other, "unavailable");
      // With the victim's state, and another nonce or verifier.
      const [state = "", nonce = "", verifier = ""] = decodeURIComponent(
        victim.cookiesOf(url).get("paraph_sign_in") ?? "",
      ).split(" ");
      for (const parts of [
        [state, "x".repeat(43), verifier],
        [state, nonce, "x".repeat(43)],
        ["x".repeat(43), nonce, verifier],
      ]) {
        const forger = yield* begin;
        forger.cookiesOf(url).set("paraph_sign_in", encodeURIComponent(parts.join(" ")));
        yield* Effect.promise(() => forger.follow(callback));
        yield* endsWith(forger, "unavailable");
      }

      const user = yield* begin;
      const cookie = user.cookiesOf(url).get("paraph_sign_in") ?? "";
      const own = user.last;
      yield* Effect.promise(() => user.follow(own));
      assert.isNotNull((yield* sessionIn(user)).session);
      const replay = new Browser();
      replay.cookiesOf(url).set("paraph_sign_in", cookie);
      yield* Effect.promise(() => replay.follow(own));
      yield* endsWith(replay, "unavailable");
    }),
  );

  it.effect("accepts nothing that is no callback", () =>
    Effect.gen(function* () {
      const url = yield* signInPage;
      for (const query of ["", "?", "?code=a", "?code=a&state=b", "?error=%00", "?%ff=%"]) {
        const browser = new Browser();
        browser.cookiesOf(url).set("paraph_sign_in", "a%20b%20c");
        yield* Effect.promise(() => browser.follow(`${url}/callback${query}`));
        assert.match(browser.last, /#problem=(?:unavailable|cancelled)$/u, query);
        assert.deepEqual([...browser.cookiesOf(url).keys()], [], query);
      }
      const posted = yield* ask("POST", "/console/oidc", {}, {});
      assert.strictEqual(posted.status, 405);
    }),
  );
});

layer(apiServer, { excludeTestServices: true })("Without an identity provider", (it) => {
  it.effect("its addresses lead to the other ways to sign in", () =>
    Effect.gen(function* () {
      for (const path of ["/console/oidc", "/console/oidc/callback?code=a&state=b"]) {
        const { status, headers } = yield* ask("GET", path);
        assert.deepEqual([status, headers["location"]], [303, `${BASE_URL}/console`]);
      }
      assert.include((yield* ask("GET", "/console")).text, 'data-provider=""');
    }),
  );
});
