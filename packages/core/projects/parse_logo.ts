import { Result } from "effect";
import { Base64 } from "effect/encoding";

import { imageHead, InvalidRequest, type Issue } from "../values/mod.ts";
import { type Logo, LOGO_TYPES, type LogoType, MAX_LOGO_BYTES, MAX_LOGO_TEXT } from "./logo.ts";
import type { UpdateProject } from "./project.ts";
import type { ProjectChange } from "./project_store.ts";
import { svgProblem } from "./svg_check.ts";

/** The maximum width and height. */
const MAX_SIDE = 4096;

const HEAD = /^data:(image\/[a-z+]{1,20})((?:;[a-z0-9=-]{1,40}){0,3}),/i;

/**
 * The logo in a `data:` URI, in base64 or percent-encoded; otherwise its problem. The bytes decide about the type,
 * which must match the one of the URI.
 *
 * @example
 * ```ts
 * import { parseLogo } from "@paraph/core/projects/parse_logo";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
 * assert.deepEqual(parseLogo(svg), Result.fail("An SVG logo must not have the attribute onload"));
 * ```
 */
export function parseLogo(text: string): Result.Result<Logo, string> {
  const [head, declared = "", parameters = ""] = HEAD.exec(text) ?? [];
  const type = typeOf(declared);
  if (head === undefined || type === undefined) return EXPECTED;
  const isBase64 = /(?:^|;)base64$/i.test(parameters);
  const content = text.slice(head.length);
  const bytes = isBase64 ? fromBase64(content) : fromPercent(content);
  if (Result.isFailure(bytes)) return Result.fail(bytes.failure);
  if (bytes.success.length > MAX_LOGO_BYTES) return TOO_LARGE;
  const problem = bytesProblem(type, bytes.success);
  return problem === undefined
    ? Result.succeed({ type, bytes: bytes.success })
    : Result.fail(problem);
}

/** A requested change of a project with its parsed logo; fails if the logo is none. */
export function parseProjectChange({
  branding,
  ...settings
}: UpdateProject): Result.Result<ProjectChange, InvalidRequest> {
  if (branding === undefined) return Result.succeed(settings);
  if (branding === null) return Result.succeed({ ...settings, branding });
  const { logo, ...fields } = branding;
  if (logo === undefined) return Result.succeed({ ...settings, branding: fields });
  if (logo === null) return Result.succeed({ ...settings, branding: { ...fields, logo } });
  return Result.mapBoth(parseLogo(logo), {
    onFailure: (message) => InvalidRequest.of([{ path: "branding.logo", message }]),
    onSuccess: (parsed) => ({ ...settings, branding: { ...fields, logo: parsed } }),
  });
}

/** The problem of the logo in a change of a project, with its path. Other problems have the schema. */
export function logoIssues(change: unknown): ReadonlyArray<Issue> {
  const logo = memberOf(memberOf(change, "branding"), "logo");
  if (typeof logo !== "string" || logo.length > MAX_LOGO_TEXT) return [];
  const parsed = parseLogo(logo);
  return Result.isFailure(parsed) ? [{ path: "branding.logo", message: parsed.failure }] : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function typeOf(declared: string): LogoType | undefined {
  const name = declared.toLowerCase();
  return LOGO_TYPES.find((type) => type === (name === "image/jpg" ? "image/jpeg" : name));
}

function fromBase64(text: string): Result.Result<Uint8Array, string> {
  return Result.mapError(
    Base64.decode(text.replaceAll(/\s+/g, "")),
    () => "The base64 of the data: URI is damaged",
  );
}

function fromPercent(text: string): Result.Result<Uint8Array, string> {
  return Result.try({
    try: () => new TextEncoder().encode(decodeURIComponent(text)),
    catch: () => "The percent-encoding of the data: URI is damaged",
  });
}

function bytesProblem(type: LogoType, bytes: Uint8Array): string | undefined {
  if (type === "image/svg+xml") return svgProblem(bytes);
  const head = imageHead(Base64.encode(bytes));
  if (Result.isFailure(head)) return head.failure;
  const { type: actual, width, height } = head.success;
  if (actual !== type) return `Expected ${type}, as the data: URI says: the bytes are ${actual}`;
  return width > MAX_SIDE || height > MAX_SIDE
    ? `Expected at most ${MAX_SIDE} × ${MAX_SIDE} pixels, found ${width} × ${height}`
    : undefined;
}

const EXPECTED = Result.fail("Expected a PNG, JPEG or SVG as a data: URI");
const TOO_LARGE = Result.fail("Expected a logo of at most 256 KiB");
