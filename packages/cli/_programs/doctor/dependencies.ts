import * as fs from "node:fs";
import path from "node:path";

import { NodeRedis } from "@effect/platform-node";
import { probeMailServer } from "@paraph/integrations/mail";
import { probeTimeStamping, sealingCertificate } from "@paraph/pdf/probes";
import { Clock, Effect, Fiber, Redacted, Result } from "effect";

import type { Settings } from "../../settings.ts";
import { parseSigningJwks } from "../../signing_jwk.ts";
import { check, failed, type Finding, ok, PATIENCE, warning } from "./finding.ts";

/** Checks the SMTP server without sending an email. */
export const mailCheck = ({ smtpUrl, outboxFolder, serviceEnv }: Settings) => {
  if (smtpUrl === undefined) {
    const found = `no mail server: mails become files in ${outboxFolder}`;
    const told = serviceEnv === "live" ? warning(found, "set SMTP_URL") : ok(found);
    return check("mail", Effect.succeed(told), "");
  }
  const server = hostOf(smtpUrl);
  return check(
    "mail",
    probeMailServer(smtpUrl, PATIENCE - 500).pipe(
      Effect.as(ok(`${server} takes mails`)),
      Effect.mapError(({ message }) => ({ message: `${server} ${message}` })),
    ),
    "check SMTP_URL, and whether the mail server lets this machine in",
  );
};

/** Whether nodes can count requests together. */
export const rateLimitCheck = ({ redisUrl, rateLimit }: Settings) => {
  if (redisUrl === undefined || rateLimit === undefined) {
    const found = rateLimit === undefined ? "requests are not limited" : "each node counts alone";
    return check("rate limit", Effect.succeed(ok(found)), "");
  }
  const server = hostOf(redisUrl);
  const redis = NodeRedis.layer({
    url: Redacted.value(redisUrl),
    disableOfflineQueue: true,
    socket: { reconnectStrategy: false, connectTimeout: PATIENCE - 500 },
  });
  const ping = Effect.gen(function* () {
    const { use } = yield* NodeRedis.NodeRedis;
    yield* use((client) => client.ping());
    return ok(`Redis at ${server} answers`);
  });
  // A Redis that hangs does not close its connection either, so do not wait for that.
  const asked = Effect.forkDetach(Effect.provide(ping, redis));
  return check(
    "rate limit",
    Effect.flatMap(asked, Fiber.join).pipe(
      Effect.mapError(() => ({ message: `Redis at ${server} does not answer` })),
    ),
    "check REDIS_URL; until it answers, each node counts alone",
  );
};

/** How long before its end a certificate is worth a warning, in milliseconds. */
const SOON = 30 * 86_400_000;

/** Whether documents can be sealed, by whom and how long. */
export const signingCheck = (settings: Settings) =>
  check(
    "signing",
    Effect.gen(function* () {
      const { dataDir, signingP12Path: p12Path, signingP12Password: p12Password } = settings;
      const certificate = yield* sealingCertificate({ dataDir, p12Path, p12Password });
      if (certificate === undefined)
        return ok("an identity of our own is made when the first document is sealed");
      const { subject, validUntil, isOwn } = certificate;
      const found = `${subject}, valid until ${validUntil.toISOString().slice(0, 10)}`;
      if (isOwn) return ok(`${found}; renewed by itself`);
      const left = validUntil.getTime() - (yield* Clock.currentTimeMillis);
      return left > SOON ? ok(found) : warning(found, "get a new certificate before it ends");
    }),
    "let SIGNING_P12_PATH and SIGNING_P12_PASSWORD name an identity that can seal",
  );

/** Whether seals get a time that others vouch for; undefined when none is asked for. */
export const timeStampCheck = ({ signingTsaUrl }: Settings) =>
  signingTsaUrl === undefined
    ? check("time stamps", Effect.succeed(ok("none are asked for")), "")
    : check(
        "time stamps",
        probeTimeStamping(signingTsaUrl).pipe(
          Effect.as(ok(`${hostOf(signingTsaUrl)} gives time stamps`)),
        ),
        "check SIGNING_TSA_URL: without it nothing is sealed",
      );

/** Whether sessions of embedded pages can be signed. */
export const embedCheck = ({ embedSigningKeys, dataDir }: Settings) =>
  check(
    "embed key",
    Effect.sync((): Finding => {
      if (embedSigningKeys !== undefined) {
        const { length } = Redacted.value(embedSigningKeys);
        return ok(length === 1 ? "EMBED_SIGNING_KEY signs" : `the first of ${length} keys signs`);
      }
      const file = path.join(dataDir, "embed", "signing_key.json");
      if (!fs.existsSync(file)) return ok("a key of our own is made at the first start");
      return Result.isSuccess(parseSigningJwks(fs.readFileSync(file, "utf8")))
        ? ok(`the key in ${file} signs`)
        : failed(`${file} holds no private Ed25519 key`, "put it back from a backup, or remove it");
    }),
    "check the rights of DATA_DIR/embed",
  );

/** Checks that a server responds at the public URL. */
export const publicUrlCheck = ({ publicUrl, host, port }: Settings) => {
  const base = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const advice = "start a server, or check PUBLIC_URL, PORT and what stands in front";
  const asked = Effect.tryPromise({
    try: async (signal): Promise<Finding> => {
      const answer = await fetch(`${base}/healthz`, { signal, redirect: "manual" });
      const body = await answer.text();
      return answer.status === 200 && body.includes('"ok"')
        ? ok(`a server answers at ${base}`)
        : warning(`something else than Paraph answers at ${base} (${answer.status})`, advice);
    },
    catch: () => ({ message: `no server answers at ${base} yet` }),
  });
  const told = asked.pipe(
    Effect.catch(({ message }) => Effect.succeed(warning(message, advice))),
    Effect.timeoutOrElse({
      duration: PATIENCE - 500,
      orElse: () => Effect.succeed(warning(`no server answers at ${base} in time`, advice)),
    }),
  );
  return check("public URL", told, advice);
};

/** Where a URL leads, without what opens it. */
function hostOf(url: Redacted.Redacted): string {
  return URL.parse(Redacted.value(url))?.host ?? "the server";
}
