import { assert, describe, layer } from "@effect/vitest";
import { FontSubsets } from "@paraph/core/builtin_provider";
import { Effect, Schedule, Schema } from "effect";

import { apiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { sendRequest } from "../_testing/sent_request.ts";
import { call, visit } from "../_testing/shared_document.ts";

const sentRequest = sendRequest({});

layer(apiServer, { excludeTestServices: true, timeout: "120 seconds" })("/sign/{token}", (it) => {
  describe("reading", () => {
    it.effect("changes nothing", () =>
      Effect.gen(function* () {
        const { page, pdf, status, ceremony } = yield* sentRequest;
        const response = yield* visit(page);
        assert.strictEqual(response.status, 200);
        assert.match(String(response.headers["content-type"]), /^text\/html/);
        assert.notInclude(response.text, "<b>contract</b>");
        const closedPage = yield* visit(`${page}/document.pdf`, { range: "bytes=0-4" });
        assert.deepStrictEqual([closedPage.status, closedPage.text], [206, "%PDF-"]);
        assert.match(String(closedPage.headers["content-disposition"]), /^inline; /);
        assert.deepStrictEqual((yield* visit(`${page}/document.pdf`)).bytes, Buffer.from(pdf));
        assert.strictEqual((yield* ceremony).state, "open");
        assert.strictEqual((yield* visit(page, {}, { method: "HEAD" })).status, 200);
        assert.strictEqual(yield* status, "sent");
      }),
    );

    it.effect("is not cached or indexed", () =>
      Effect.gen(function* () {
        const { page } = yield* sentRequest;
        const files = ["ceremony", "document.pdf", "signed.pdf", "certificate.pdf", "audit.json"];
        for (const path of [page, "/sign/unknown"].flatMap((one) => [
          one,
          ...files.map((name) => `${one}/${name}`),
        ])) {
          const { headers } = yield* visit(path);
          assert.strictEqual(headers["cache-control"], "no-store", path);
          assert.strictEqual(headers["referrer-policy"], "no-referrer", path);
          assert.include(headers["x-robots-tag"], "noindex", path);
        }
        for (const path of [page, "/sign/unknown"]) {
          const { headers } = yield* visit(path);
          assert.include(headers["content-security-policy"], "default-src 'none'");
          assert.include(headers["content-security-policy"], "frame-ancestors 'none'");
        }
      }),
    );

    it.effect("does not find unknown tokens", () =>
      Effect.gen(function* () {
        for (const token of ["unknown", `sgn_${"a".repeat(43)}`, "%00"]) {
          const page = yield* visit(`/sign/${token}`);
          assert.strictEqual(page.status, 404, token);
          assert.match(String(page.headers["content-type"]), /^text\/html/);
          for (const path of ["ceremony", "document.pdf", "signed.pdf"]) {
            assert.strictEqual(codeOf(yield* visit(`/sign/${token}/${path}`)), "not_found");
          }
          for (const step of ["fonts", "open", "finish", "decline"]) {
            const response = yield* visit(`/sign/${token}/${step}`, {}, { method: "POST" });
            assert.strictEqual(codeOf(response), "not_found");
          }
        }
      }),
    );
  });

  describe("fonts", () => {
    it.effect("returns the requested characters, in the fonts of the signed document", () =>
      Effect.gen(function* () {
        const { post, status } = yield* sentRequest;
        const response = yield* post("fonts", { characters: "김さ山山" });
        assert.strictEqual(response.status, 200);
        assert.strictEqual(response.headers["cache-control"], "no-store");
        assert.isBelow(response.bytes.length, 30_000);
        const { subsets } = yield* Schema.decodeUnknownEffect(FontSubsets)(response.json);
        assert.deepStrictEqual(
          subsets.map(({ font, characters }) => [font, characters]),
          [
            ["NotoSansJP-Regular", " さ山"],
            ["NotoSansKR-Regular", " 김"],
          ],
        );
        for (const { data } of subsets)
          assert.deepStrictEqual([...data.subarray(0, 4)], [0, 1, 0, 0]);
        const again = yield* post("fonts", { characters: "山김さ" });
        assert.deepStrictEqual(again.json, response.json);
        assert.strictEqual(yield* status, "sent");
      }),
    );

    it.effect("stays small for long names", () =>
      Effect.gen(function* () {
        const { post } = yield* sentRequest;
        const name = Array.from({ length: 200 }, (_, index) =>
          String.fromCodePoint(0x9f00 - index),
        );
        const response = yield* post("fonts", { characters: name.join("") });
        assert.strictEqual(response.status, 200);
        assert.isBelow(response.bytes.length, 150_000);
      }),
    );

    it.effect("rejects invalid characters", () =>
      Effect.gen(function* () {
        const { post, page } = yield* sentRequest;
        for (const body of [
          {},
          [],
          null,
          "山",
          { characters: "" },
          { characters: 5 },
          { characters: "山".repeat(201) },
          { characters: "\ud800" },
          { characters: "\0" },
          { characters: "山", face: "constructor" },
        ]) {
          assert.strictEqual((yield* post("fonts", body)).status, 400, JSON.stringify(body));
        }
        assert.strictEqual((yield* visit(`${page}/fonts`)).status, 405);
      }),
    );

    it.effect("responds for all characters", () =>
      Effect.gen(function* () {
        const { post } = yield* sentRequest;
        for (const characters of [
          "😀🀄",
          "\ufffe\uffff\u{10ffff}",
          "ཀ・\u0301\u200d",
          " \u3000\t",
        ]) {
          assert.strictEqual((yield* post("fonts", { characters })).status, 200, characters);
        }
      }),
    );

    it.effect("accepts requests of the page itself, while the request is open", () =>
      Effect.gen(function* () {
        const { id, post } = yield* sentRequest;
        const request = { characters: "山" };
        const crossOrigin = yield* post("fonts", request, { origin: "https://elsewhere.test" });
        assert.strictEqual(codeOf(crossOrigin), "forbidden");
        yield* call("POST", `/v1/signatures/${id}/cancel`, {});
        const afterwards = yield* post("fonts", request);
        assert.strictEqual(codeOf(afterwards), "conflict");
        assert.strictEqual(afterwards.headers["cache-control"], "no-store");
      }),
    );
  });

  describe("acting", () => {
    it.effect("accepts only requests of the page itself", () =>
      Effect.gen(function* () {
        const { post, status } = yield* sentRequest;
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { origin: BASE_URL, "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
        ]) {
          for (const step of ["open", "finish", "decline"]) {
            const response = yield* post(step, { reason: "x" }, headers);
            assert.deepStrictEqual([response.status, codeOf(response)], [403, "forbidden"]);
          }
        }
        assert.strictEqual(yield* status, "sent");
        const sameOrigin = { origin: BASE_URL, "sec-fetch-site": "same-origin" };
        assert.deepStrictEqual((yield* post("open", undefined, sameOrigin)).json, {
          state: "open",
        });
        yield* Effect.repeat(status, {
          until: (now) => now === "viewed",
          schedule: Schedule.spaced("50 millis"),
        }).pipe(Effect.timeout("2 minutes"));
      }),
    );

    it.effect("accepts a complete submission, or lists all issues", () =>
      Effect.gen(function* () {
        const { post, submission, status } = yield* sentRequest;
        assert.strictEqual(codeOf(yield* post("finish", undefined)), "invalid_json");
        const shapeless = yield* post("finish", { consent: 1 });
        assert.sameMembers([...issuePaths(shapeless)], ["consent", "date", "values"]);
        const invalid = {
          ...(yield* submission),
          consent: "0".repeat(64),
          values: { unknown: "x" },
        };
        const response = yield* post("finish", invalid);
        assert.deepStrictEqual([response.status, codeOf(response)], [400, "invalid_request"]);
        assert.includeMembers([...issuePaths(response)], ["consent", "values.unknown"]);
        const tap = { kind: "drawn", width: 300, height: 100, strokes: [[9, 9]] };
        for (const signature of [{ kind: "typed", text: "\u200b\u202e" }, tap]) {
          const invisible = yield* post("finish", { ...(yield* submission), signature });
          assert.deepStrictEqual([...issuePaths(invisible)], ["signature"]);
        }
        const line = Array.from({ length: 2_000 }, (_, index) => index % 100);
        // 11,000 points, and 90,000.
        for (const count of [11, 90]) {
          const signature = { ...tap, strokes: Array.from({ length: count }, () => line) };
          const tooManyPoints = yield* post("finish", { ...(yield* submission), signature });
          assert.deepStrictEqual([...issuePaths(tooManyPoints)], ["signature.strokes"]);
        }
        for (const data of ["PHNjcmlwdD4=", "iVBORw0KGgo=", "not base64", "A".repeat(280_000)]) {
          const signature = { kind: "image", data };
          const unreadable = yield* post("finish", { ...(yield* submission), signature });
          assert.include(["signature", "signature.data"], [...issuePaths(unreadable)][0]);
        }
        const format = yield* post("finish", { ...(yield* submission), dateFormat: "D/M/YY" });
        assert.deepStrictEqual([...issuePaths(format)], ["dateFormat"]);
        for (const timeZone of ["\0", "\ud800", "A".repeat(65), 5]) {
          const zone = yield* post("finish", { ...(yield* submission), timeZone });
          assert.deepStrictEqual([...issuePaths(zone)], ["timeZone"], JSON.stringify(timeZone));
        }
        for (const face of ["__proto__", "Caveat", "", 5]) {
          const signature = { kind: "typed", text: "Ada", face };
          const unknownFace = yield* post("finish", { ...(yield* submission), signature });
          assert.deepStrictEqual([...issuePaths(unknownFace)], ["signature.face"]);
        }
        const blankReason = yield* post("decline", { reason: "\u2060" });
        assert.deepStrictEqual([...issuePaths(blankReason)], ["reason"]);
        assert.strictEqual(yield* status, "sent");
      }),
    );

    it.effect("signs once, and provides a sealed copy", () =>
      Effect.gen(function* () {
        const { page, post, submission, ceremony } = yield* sentRequest;
        assert.strictEqual(codeOf(yield* visit(`${page}/signed.pdf`)), "conflict");
        const payload = yield* submission;
        const responses = yield* Effect.all(
          Array.from({ length: 5 }, () => post("finish", payload)),
          { concurrency: "unbounded" },
        );
        assert.deepStrictEqual(
          responses.map(({ status }) => status),
          [200, 200, 200, 200, 200],
        );
        yield* Effect.repeat(ceremony, {
          until: ({ state }) => state === "completed",
          schedule: Schedule.spaced("50 millis"),
        });
        const copy = yield* visit(`${page}/signed.pdf`);
        assert.deepStrictEqual([copy.status, copy.text.slice(0, 5)], [200, "%PDF-"]);
        assert.match(String(copy.headers["content-disposition"]), /^attachment; /);
        assert.strictEqual(copy.headers["cache-control"], "no-store");
        const donePage = (yield* visit(page)).text;
        for (const text of ["Download a copy", "Download the certificate", "Signed"])
          assert.include(donePage, text);
        const certificate = yield* visit(`${page}/certificate.pdf`);
        assert.deepStrictEqual([certificate.status, certificate.text.slice(0, 5)], [200, "%PDF-"]);
        const trail = yield* visit(`${page}/audit.json`);
        assert.match(String(trail.headers["content-disposition"]), /^attachment; .*audit\.json/u);
        assert.include(trail.text, "paraph-audit/1");
      }),
    );

    it.effect("declines with a reason, which closes the page", () =>
      Effect.gen(function* () {
        const { id, page, post, submission } = yield* sentRequest;
        const payload = yield* submission;
        const blank = yield* post("decline", { reason: "   " });
        assert.deepStrictEqual([blank.status, issuePaths(blank)], [400, ["reason"]]);
        const declineResponse = yield* post("decline", { reason: "Too dear" });
        assert.deepStrictEqual(declineResponse.json, { state: "declined" });
        const closedPage = yield* visit(page);
        assert.strictEqual(closedPage.status, 410);
        assert.include(closedPage.text, "declined");
        assert.include(closedPage.text, "The request was sent by");
        assert.notInclude(closedPage.text, "<b>contract");
        const certificate = yield* Effect.repeat(visit(`${page}/certificate.pdf`), {
          until: ({ status }) => status === 200,
          schedule: Schedule.spaced("50 millis"),
        }).pipe(Effect.timeout("30 seconds"));
        assert.strictEqual(certificate.text.slice(0, 5), "%PDF-");
        assert.include((yield* visit(page)).text, "Download the certificate");
        const trail = fieldsOf(yield* call("GET", `/v1/signatures/${id}/audit`));
        assert.hasAllKeys(trail, ["format", "request", "events", "head"]);
        assert.nestedPropertyVal(trail, "request.status", "declined");
        assert.strictEqual(codeOf(yield* post("finish", payload)), "conflict");
      }),
    );

    it.effect("closes when the request is cancelled", () =>
      Effect.gen(function* () {
        const { id, page, post, submission } = yield* sentRequest;
        const payload = yield* submission;
        yield* call("POST", `/v1/signatures/${id}/cancel`, {});
        assert.strictEqual(codeOf(yield* post("finish", payload)), "conflict");
        const closedPage = yield* visit(page);
        assert.strictEqual(closedPage.status, 410);
        assert.include(closedPage.text, "withdrawn");
      }),
    );
  });
});
