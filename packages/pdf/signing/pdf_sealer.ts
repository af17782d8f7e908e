import path from "node:path";

import {
  type Certificate,
  type DocumentsToCombine,
  PdfCombiner,
  PdfSealer,
  type SealInput,
  SealingDelayed,
  type SealedDocument,
  Uncombinable,
} from "@paraph/core/builtin_provider";
import { Clock, Context, DateTime, Effect, Layer, Redacted, SynchronizedRef } from "effect";

import { holdCompiledLibrary } from "../rasterize/compiled_library.ts";
import { JobFailed, JobThreads, sealingThreads } from "../threads/job_threads.ts";
import { completionCertificate } from "./completion_certificate/completion_certificate.ts";
import type { Sealing, SealSettings } from "./sign_pdf.ts";
import { isCurrent, ownSigner } from "./signing_certificate/certificate_folder.ts";
import { checkSigner, readP12 } from "./signing_certificate/p12_file.ts";
import {
  describeSigner,
  SigningCertificateUnavailable,
  type Signer,
} from "./signing_certificate/signing_certificate.ts";

/** The signing certificate of this node, and the time-stamping authority. */
export interface PdfSealerOptions {
  /** The data directory. Its folder `signing` has the certificate that Paraph creates if there is no `p12Path`. */
  readonly dataDir: string;
  /** A PKCS#12 file with the signing certificate. By default Paraph creates a certificate. */
  readonly p12Path: string | undefined;
  readonly p12Password: Redacted.Redacted | undefined;
  /** The URL of an RFC 3161 time-stamping authority, which confirms the time of each seal. */
  readonly tsaUrl: Redacted.Redacted | undefined;
  /** The public URL of the service, which seals state as their location. */
  readonly publicUrl: string;
}

/** The limits for a document; a time-stamping authority may take ten seconds of the deadline. */
const LIMITS = { deadline: "90 seconds" } as const;

/**
 * Seals documents with LibPDF on separate threads. A PKCS#12 file is opened at once, and an unusable one
 * stops the start. Without a file, Paraph creates a certificate when the first document is sealed.
 */
export const pdfSealer = (options: PdfSealerOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const threads = yield* JobThreads;
      const signer = yield* currentSigner(options);
      const tsaUrl = options.tsaUrl === undefined ? undefined : Redacted.value(options.tsaUrl);
      const location = options.publicUrl;

      /** Runs a sealing job and describes the seal. */
      const seal = Effect.fnUntraced(function* <E = never>(
        sealedAt: DateTime.Utc,
        job: (
          settings: Omit<SealSettings, "reason" | "facts">,
        ) => Effect.Effect<Sealing, JobFailed | E>,
      ) {
        const current = yield* signer;
        const settings = {
          signer: current,
          location,
          at: DateTime.toEpochMillis(sealedAt),
          tsaUrl,
        };
        const sealing = yield* job(settings).pipe(
          Effect.catchIf((error) => error instanceof JobFailed, delaySealing),
        );
        if (sealing.kind === "delayed") {
          const { message } = sealing;
          yield* Effect.logError("A document is not sealed").pipe(Effect.annotateLogs({ message }));
          return yield* new SealingDelayed({ message });
        }
        return sealedDocument(sealing, current, sealedAt);
      });

      const sealOrder = Effect.fn("PdfSealer.seal")(function* (order: SealInput) {
        const { pdf, marks, reason, at, requestId } = order;
        const facts = { requestId, createdAt: DateTime.toDateUtc(order.createdAt) };
        return yield* seal(at, (settings) =>
          threads.run("seal", { pdf, marks, settings: { ...settings, reason, facts } }, LIMITS),
        );
      });
      const certify = Effect.fn("PdfSealer.certify")(function* (
        certificate: Certificate,
        pages: Uint8Array | null,
      ) {
        const attachment = { name: "audit.json", content: certificate.auditJson };
        const { requestId, document, outcome } = certificate;
        const reason =
          outcome === "completed" ? "Certificate of completion" : "Certificate of an ended request";
        const sealedAt = yield* DateTime.now;
        const createdAt = DateTime.toDateUtc(sealedAt);
        const facts = { requestId, createdAt, about: document.sealedSha256 ?? undefined };
        const content = completionCertificate(certificate);
        return yield* seal(sealedAt, (claims) => {
          const job = { ...content, settings: { ...claims, reason, facts, attachment } };
          const withoutPages = threads.run("certify", job, LIMITS);
          if (pages === null) return withoutPages;
          const withPages = threads.run("certify", { ...job, pages }, LIMITS);
          return shareLibrary.pipe(
            Effect.andThen(withPages),
            Effect.tapError(({ message }) =>
              Effect.logWarning("A certificate is issued without images of the pages").pipe(
                Effect.annotateLogs({ requestId, message }),
              ),
            ),
            Effect.catchTag("job_failed", () => withoutPages),
          );
        });
      });
      const combine = Effect.fn("PdfCombiner.combine")(function* ({
        requestId,
        ...documents
      }: DocumentsToCombine) {
        const at = yield* DateTime.now;
        const facts = { requestId, createdAt: DateTime.toDateUtc(at) };
        const reason = "Signed document and certificate";
        const combined = yield* seal(at, (settings) =>
          threads
            .run("combine", { ...documents, settings: { ...settings, reason, facts } }, LIMITS)
            .pipe(
              Effect.catchIf(
                (error) => error.reason === "fault",
                ({ message }) => Effect.fail(new Uncombinable({ message })),
              ),
            ),
        );
        return combined.bytes;
      });
      return Context.make(PdfSealer, PdfSealer.of({ seal: sealOrder, certify })).pipe(
        Context.add(PdfCombiner, PdfCombiner.of({ combine })),
      );
    }),
  ).pipe(Layer.provide(sealingThreads));

/** Drawing is only slower without it. */
const shareLibrary = Effect.ignore(Effect.tryPromise(holdCompiledLibrary));

/**
 * A failed job is retried later, after an operator has fixed the cause. Only the log has the details, because
 * they may name files of the server.
 */
function delaySealing({ reason, message }: JobFailed): Effect.Effect<never, SealingDelayed> {
  return Effect.logError("A document is not sealed").pipe(
    Effect.annotateLogs({ message }),
    Effect.andThen(
      new SealingDelayed({ message: `The document cannot be sealed: ${JOB_FAILURES[reason]}` }),
    ),
  );
}

const JOB_FAILURES: Readonly<Record<JobFailed["reason"], string>> = {
  fault: "an internal error occurred",
  deadline: "the time limit was exceeded",
  death: "its thread ran out of memory or crashed",
};

function sealedDocument(
  { bytes, sha256, pageCount, level, timestamp }: Extract<Sealing, { kind: "sealed" }>,
  signer: Signer,
  sealedAt: DateTime.Utc,
): SealedDocument {
  return {
    bytes,
    sha256,
    pageCount,
    seal: {
      ...describeSigner(signer),
      level,
      at: sealedAt,
      timestamp:
        timestamp === null ? null : { ...timestamp, at: DateTime.makeUnsafe(timestamp.at) },
    },
  };
}

/** Returns the current signer, never one whose certificate has expired. */
const currentSigner = Effect.fnUntraced(function* ({
  dataDir,
  p12Path,
  p12Password,
}: PdfSealerOptions) {
  const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis));
  if (p12Path !== undefined) {
    const fromFile = yield* Effect.flatMap(now, (date) =>
      attempt(() => readP12({ path: p12Path, password: p12Password }, date)),
    );
    return now.pipe(
      Effect.flatMap((date) => attempt(async () => checkSigner(fromFile, date))),
      Effect.mapError(({ message }) => new SealingDelayed({ message })),
      Effect.as(fromFile),
    );
  }
  const folder = path.join(dataDir, "signing");
  const signerCache = yield* SynchronizedRef.make<Signer | undefined>(undefined);
  return SynchronizedRef.modifyEffect(signerCache, (cachedSigner) =>
    Effect.flatMap(now, (date) =>
      cachedSigner !== undefined && isCurrent(cachedSigner, date)
        ? Effect.succeed([cachedSigner, cachedSigner] as const)
        : Effect.tryPromise({
            try: async () => {
              const signer = await ownSigner(folder, date);
              return [signer, signer] as const;
            },
            catch: (cause) =>
              new SealingDelayed({ message: "The signing certificate cannot be stored", cause }),
          }).pipe(
            Effect.tapError(({ message, cause }) =>
              Effect.logError(message, cause).pipe(Effect.annotateLogs({ folder })),
            ),
          ),
    ),
  );
});

function attempt<A>(open: () => Promise<A>): Effect.Effect<A, SigningCertificateUnavailable> {
  return Effect.tryPromise({
    try: open,
    catch: (error) => {
      if (error instanceof SigningCertificateUnavailable) return error;
      throw error;
    },
  });
}
