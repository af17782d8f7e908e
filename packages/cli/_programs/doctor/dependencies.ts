import * as fs from "node:fs";
import path from "node:path";

import * as NodeRedis from "@effect/platform-node/NodeRedis";
import type { Settings } from "@paraph/app/settings";
import { parseSigningJwks } from "@paraph/app/settings";
import { probeMailServer } from "@paraph/integrations/mail";
import { probeTimeStamping, sealingCertificate } from "@paraph/pdf/probes";
import { Clock, Effect, Fiber, Redacted, Result } from "effect";

import { check, failed, type Finding, ok, CHECK_TIMEOUT, warning } from "./finding.ts";

/** Checks the SMTP server without sending an email. */
export const mailCheck = ({ smtpUrl, outboxFolder }: Settings) => {
  if (smtpUrl === undefined) {
    const summary = `no mail server; emails are written to ${outboxFolder}`;
    const finding = warning(summary, "set SMTP_URL, or no email reaches its recipient");
    return check("mail", Effect.succeed(finding), "");
  }
  const server = hostOf(smtpUrl);
  return check(
    "mail",
    probeMailServer(smtpUrl, CHECK_TIMEOUT - 500).pipe(
      Effect.as(ok(`${server} accepts emails`)),
      Effect.mapError(({ message }) => ({ message: `${server} ${message}` })),
    ),
    "check SMTP_URL, and that the mail server accepts this machine",
  );
};

/** Checks whether nodes share their request counters. */
export const rateLimitCheck = ({ redisUrl, rateLimit }: Settings) => {
  if (redisUrl === undefined || rateLimit === undefined) {
    const summary =
      rateLimit === undefined ? "requests are not limited" : "each node counts its own requests";
    return check("rate limit", Effect.succeed(ok(summary)), "");
  }
  const server = hostOf(redisUrl);
  const redis = NodeRedis.layer({
    url: Redacted.value(redisUrl),
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: CHECK_TIMEOUT - 500 },
  });
  const ping = Effect.gen(function* () {
    const { use } = yield* NodeRedis.NodeRedis;
    yield* use((client) => client.ping());
    return ok(`Redis at ${server} responds`);
  });
  // A hanging Redis does not close its connection either, so the check does not wait for that.
  const probe = Effect.forkDetach(Effect.provide(ping, redis));
  return check(
    "rate limit",
    Effect.flatMap(probe, Fiber.join).pipe(
      Effect.mapError(() => ({ message: `Redis at ${server} does not respond` })),
    ),
    "check REDIS_URL; until Redis responds, each node counts its own requests",
  );
};

/** The remaining validity of a certificate, in milliseconds, below which the check warns. */
const SOON = 30 * 86_400_000;

const SELF_SIGNED =
  "PDF readers do not trust it; set SIGNING_P12_PATH to a certificate of a trusted authority";

/** Checks the signing certificate: its subject and its validity. */
export const signingCheck = (settings: Settings) =>
  check(
    "signing",
    Effect.gen(function* () {
      const { dataDir, signingP12Path: p12Path, signingP12Password: p12Password } = settings;
      const certificate = yield* sealingCertificate({ dataDir, p12Path, p12Password });
      if (certificate === undefined)
        return warning(
          "no signing certificate; the first signature request creates a self-signed one",
          SELF_SIGNED,
        );
      const { subject, validUntil, isOwn } = certificate;
      const summary = `${subject}, valid until ${validUntil.toISOString().slice(0, 10)}`;
      if (isOwn) return warning(`${summary}; self-signed, renewed automatically`, SELF_SIGNED);
      const left = validUntil.getTime() - (yield* Clock.currentTimeMillis);
      return left > SOON
        ? ok(summary)
        : warning(summary, "renew the certificate before it expires");
    }),
    "set SIGNING_P12_PATH to a PKCS #12 file with a signing certificate, and SIGNING_P12_PASSWORD to its password",
  );

/** Checks whether the time-stamping authority responds, if one is set. */
export const timeStampCheck = ({ signingTsaUrl }: Settings) =>
  signingTsaUrl === undefined
    ? check("time stamps", Effect.succeed(ok("SIGNING_TSA_URL is not set")), "")
    : check(
        "time stamps",
        probeTimeStamping(signingTsaUrl).pipe(
          Effect.as(ok(`${hostOf(signingTsaUrl)} issues time stamps`)),
        ),
        "check SIGNING_TSA_URL; until the authority responds, no document is sealed",
      );

/** Checks whether sessions of embedded pages can be signed. */
export const embedCheck = ({ embedSigningKeys, dataDir }: Settings) =>
  check(
    "embed key",
    Effect.sync((): Finding => {
      if (embedSigningKeys !== undefined) {
        const { length } = Redacted.value(embedSigningKeys);
        return ok(
          length === 1
            ? "EMBED_SIGNING_KEY is in use"
            : `the first of ${length} keys of EMBED_SIGNING_KEY is in use`,
        );
      }
      const file = path.join(dataDir, "embed", "signing_key.json");
      if (!fs.existsSync(file)) return ok("the first start creates a key");
      return Result.isSuccess(parseSigningJwks(fs.readFileSync(file, "utf8")))
        ? ok(`the key in ${file} is in use`)
        : failed(
            `${file} does not contain a private Ed25519 key`,
            "restore it from a backup, or remove it",
          );
    }),
    "check the permissions of DATA_DIR/embed",
  );

/** Checks that a server responds at the public URL. */
export const publicUrlCheck = ({ publicUrl, host, port }: Settings) => {
  const base = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const advice = "start a server, or check PUBLIC_URL, PORT and your reverse proxy";
  const probe = Effect.tryPromise({
    try: async (signal): Promise<Finding> => {
      const response = await fetch(`${base}/healthz`, { signal, redirect: "manual" });
      const body = await response.text();
      return response.status === 200 && body.includes('"ok"')
        ? ok(`a server responds at ${base}`)
        : warning(`another program than Paraph responds at ${base} (${response.status})`, advice);
    },
    catch: () => ({ message: `no server responds at ${base} yet` }),
  });
  const finding = probe.pipe(
    Effect.catch(({ message }) => Effect.succeed(warning(message, advice))),
    Effect.timeoutOrElse({
      duration: CHECK_TIMEOUT - 500,
      orElse: () => Effect.succeed(warning(`no server responds at ${base} in time`, advice)),
    }),
  );
  return check("public URL", finding, advice);
};

/** The host of a URL without its credentials. */
function hostOf(url: Redacted.Redacted): string {
  return URL.parse(Redacted.value(url))?.host ?? "the server";
}
