import {
  Array,
  Context,
  DateTime,
  Duration,
  Effect,
  Layer,
  Redacted,
  Result,
  Schema,
} from "effect";
import { Mac } from "effect/crypto";
import { Base64Url, Hex } from "effect/encoding";

import {
  Conflict,
  describeEncoded,
  NotFound,
  ProjectId,
  PublicUrls,
  RenderId,
  Timestamp,
} from "../../values/mod.ts";
import type { StorageUnavailable } from "../errors.ts";
import { type Document, Renders } from "../renders.ts";
import type { AssetRange } from "./asset_store.ts";

/** How long a download URL works, in seconds. */
const SECONDS = { minimum: 60, maximum: 604_800 };
const DEFAULT_SECONDS = 3600;

/** A download URL to create. */
export const CreateDownloadUrl = Schema.Struct({
  expiresIn: Schema.optionalKey(Schema.Int.check(Schema.isBetween(SECONDS))).annotateKey({
    description: "How long the URL works, in seconds: 60 to 604800. Default 3600.",
  }),
}).annotate({ identifier: "CreateDownloadUrl", description: "A download URL to create." });
export type CreateDownloadUrl = typeof CreateDownloadUrl.Type;

/** A URL of a document that stops working. */
export const DownloadUrl = Schema.Struct({
  url: Schema.String.annotateKey({ description: "The URL of the PDF. It needs no key." }),
  expiresAt: Timestamp.pipe(describeEncoded("When the URL stops working.")),
}).annotate({
  identifier: "DownloadUrl",
  description: "A URL of a PDF that stops working, or earlier if the render is erased.",
});
export type DownloadUrl = typeof DownloadUrl.Type;

/** The secrets that sign download URLs: the current one first. Each has 32 bytes. */
export class DownloadKeys extends Context.Service<
  DownloadKeys,
  { readonly secrets: Array.NonEmptyReadonlyArray<Redacted.Redacted<Uint8Array>> }
>()("@paraph/core/renders/DownloadKeys") {}

/** Creates URLs of documents that end, and opens their documents. */
export class DownloadUrls extends Context.Service<
  DownloadUrls,
  {
    /** A URL of the document of a succeeded render; a conflict until then. */
    readonly create: (
      project: ProjectId,
      id: string,
      request: CreateDownloadUrl,
    ) => Effect.Effect<DownloadUrl, NotFound | Conflict>;
    /** The document of a URL; not found if it has expired, was changed or is of an erased render. */
    readonly open: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
  }
>()("@paraph/core/renders/DownloadUrls") {
  static readonly layer = Layer.effect(
    DownloadUrls,
    Effect.gen(function* () {
      const renders = yield* Renders;
      const mac = yield* Mac.Mac;
      const { base } = yield* PublicUrls;
      const { secrets } = yield* DownloadKeys;
      const keys = yield* Effect.orDie(
        Effect.all(Array.map(secrets, (secret) => Mac.key(Mac.hmacSha256, Redacted.value(secret)))),
      );

      const create = Effect.fn("DownloadUrls.create")(function* (
        project: ProjectId,
        renderId: string,
        { expiresIn = DEFAULT_SECONDS }: CreateDownloadUrl,
      ) {
        const { id, status } = yield* renders.get(project, renderId);
        if (status !== "succeeded") return yield* Conflict.renderNotReady;
        const expiresAt = DateTime.addDuration(yield* DateTime.now, Duration.seconds(expiresIn));
        const content = toBytes({ project, id, expiresAt: DateTime.toEpochMillis(expiresAt) });
        const tag = yield* Effect.orDie(mac.sign(Array.headNonEmpty(keys), content));
        const token = Base64Url.encode(new Uint8Array([...content, ...tag]));
        return { url: `${base}/files/temporary/${token}.pdf`, expiresAt };
      });

      /** The content of a token that a key of this deployment signed. The check takes constant time. */
      const verify = Effect.fnUntraced(function* (token: string) {
        const bytes = Result.getOrUndefined(Base64Url.decode(token));
        if (bytes?.length !== CONTENT_BYTES + TAG_BYTES) return undefined;
        const content = bytes.subarray(0, CONTENT_BYTES);
        const tag = bytes.subarray(CONTENT_BYTES);
        const results = yield* Effect.forEach(keys, (key) => mac.verify(key, tag, content));
        return results.includes(true) ? fromBytes(content) : undefined;
      }, Effect.orDie);

      const open = Effect.fn("DownloadUrls.open")(function* (token: string, range?: AssetRange) {
        const content = yield* verify(token);
        const now = DateTime.toEpochMillis(yield* DateTime.now);
        if (content === undefined || content.expiresAt <= now)
          return yield* NotFound.of("document");
        return yield* renders.open(content.project, content.id, range);
      });

      return DownloadUrls.of({ create, open });
    }),
  );
}

/** The signed content of a token; the time in milliseconds since 1970. */
interface TokenContent {
  readonly project: ProjectId;
  readonly id: RenderId;
  readonly expiresAt: number;
}

/** Two UUIDs of 16 bytes and a time of 8. */
const CONTENT_BYTES = 40;
const TAG_BYTES = 32;

function toBytes({ project, id, expiresAt }: TokenContent): Uint8Array {
  const bytes = new Uint8Array(CONTENT_BYTES);
  for (const [index, uuid] of [project, id].entries())
    bytes.set(Result.getOrThrow(Hex.decode(uuid.replaceAll("-", ""))), index * 16);
  new DataView(bytes.buffer).setBigUint64(32, BigInt(expiresAt));
  return bytes;
}

function fromBytes(bytes: Uint8Array): TokenContent {
  const uuid = (offset: number) =>
    Hex.encode(bytes.subarray(offset, offset + 16)).replace(UUID_PARTS, "$1-$2-$3-$4-$5");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    project: ProjectId.make(uuid(0)),
    id: RenderId.make(uuid(16)),
    expiresAt: Number(view.getBigUint64(32)),
  };
}

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
