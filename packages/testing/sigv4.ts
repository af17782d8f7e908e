import { createHash, createHmac } from "node:crypto";

/** A received request, and the parts that its signature claims to cover. */
export interface SignedParts {
  readonly method: string;
  /** Path and query as they were received. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>;
  /** Their names as the signature lists them. */
  readonly signedHeaders: ReadonlyArray<string>;
  /** `20130524T000000Z`. */
  readonly date: string;
  readonly region: string;
  readonly secretAccessKey: string;
}

/** The expected signature of a request to S3 (AWS Signature Version 4, header form), in hex. */
export function signatureOf(parts: SignedParts): string {
  const day = parts.date.slice(0, 8);
  const scope = [day, parts.region, "s3", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", parts.date, scope.join("/"), sha256Hex(canonical(parts))];
  let key: Buffer | string = `AWS4${parts.secretAccessKey}`;
  for (const part of scope) key = hmac(key, part);
  return hmac(key, toSign.join("\n")).toString("hex");
}

/** The SHA-256 of bytes or a text, in hex. */
export function sha256Hex(input: Uint8Array | string): string {
  return createHash("sha256").update(input).digest("hex");
}

function canonical({ method, target, headers, signedHeaders }: SignedParts): string {
  const [path = "", query = ""] = target.split("?");
  const lines = signedHeaders.map((name) => `${name}:${canonicalValue(headers[name])}\n`);
  return [
    method,
    path.split("/").map(canonicalPart).join("/"),
    canonicalQuery(query),
    lines.join(""),
    signedHeaders.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
}

function canonicalValue(value: string | ReadonlyArray<string> | undefined): string {
  return [value].flat().join(",").trim().replaceAll(/\s+/g, " ");
}

function canonicalPart(part: string): string {
  const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(decodeURIComponent(part)).replaceAll(/[!'()*]/g, percent);
}

function canonicalQuery(query: string): string {
  if (query === "") return "";
  const pairs = query.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split("=").map(canonicalPart);
    return `${name}=${value}`;
  });
  return pairs.toSorted().join("&");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
