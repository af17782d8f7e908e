import { assert, describe, it } from "@effect/vitest";

import { execute } from "./execute.ts";
import { parseFile } from "./parse.ts";
import type { Value } from "./syntax.ts";

const render = (source: string, data: Value = {}) => {
  const templates = new Map();
  parseFile("main", source, templates);
  return execute(templates, "main", data);
};

describe("Go templates", () => {
  // The expected texts are those of Go's text/template with sprig.
  it.each([
    ["a {{- 1 }} b {{ 2 -}} \n c", {}, "a1 b 2c"],
    ["{{/* comment */}}x{{- /* comment */ -}} y", {}, "xy"],
    ["{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}", { b: [0] }, "2"],
    ["{{ with .a }}{{ .b }}{{ else }}none{{ end }}", { a: { b: "x" } }, "x"],
    ["{{ range $k, $v := .a }}{{ $k }}={{ $v }};{{ end }}", { a: { y: 2, x: 1 } }, "x=1;y=2;"],
    ["{{ range .a }}{{ . }}{{ $.b }}{{ end }}", { a: ["x", "y"], b: "-" }, "x-y-"],
    ["{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", {}, "2"],
    ['{{ define "t" }}[{{ .a }}]{{ end }}{{ include "t" (dict "a" "x") | quote }}', {}, '"[x]"'],
    ["{{ (urlParse .a).hostname }}", { a: "https://x.example:1/y" }, "x.example"],
    ["a:{{ toYaml .a | nindent 2 }}", { a: { z: ["1"], x: 1 } }, 'a:\n  x: 1\n  z:\n    - "1"'],
    ["{{ toJson .a }}", { a: { y: "<&>", x: 1 } }, '{"x":1,"y":"\\u003c\\u0026\\u003e"}'],
    ['{{ default "x" .a }}{{ and .b "y" }}{{ or .a .b }}', { b: "z" }, "xyz"],
    ["{{ and .a .b | not }}{{ or .a 0 | not }}", { b: 0 }, "truetrue"],
    ['{{ printf "%s=%q" "a" "b" | trunc 4 | trimSuffix "\\"b" }}', {}, "a="],
  ])("%s", (source, data, text) => {
    assert.strictEqual(render(source, data), text);
  });

  it.each([
    ["{{ .a }}", /cannot print/],
    ["{{ .a.b }}", /nil has no field b/],
    ["{{ 10000000 }}", /cannot print/],
    ["{{ unknown }}", /no function/],
    ["{{ $x }}", /no variable/],
    ["{{ if true }}", /no end/],
    ["{{ end }}", /without a beginning/],
    ["{{ (1 }}", /unclosed/],
    ["{{ 1 ! }}", /unknown syntax/],
    ['{{ include "x" . }}', /no template/],
  ])("fails on %s", (source, message) => {
    assert.throws(() => render(source), message);
  });
});
