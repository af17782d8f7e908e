import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";
const svgOf = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" ${attributes}>${content}</svg>`;
const svgUri = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

const Branding = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  logo: Schema.NullOr(Schema.String),
  logoUrl: Schema.NullOr(Schema.String),
  primaryColor: Schema.NullOr(Schema.String),
  replyTo: Schema.NullOr(Schema.String),
  footer: Schema.NullOr(Schema.String),
});
const decodeProject = Schema.decodeUnknownSync(
  Schema.Struct({ branding: Branding, language: Schema.String }),
);

/** Changes the project of the suite. */
const patch = Effect.fnUntraced(function* (json: unknown) {
  const { port, accountKey, project } = yield* ApiServer;
  return yield* send(port, {
    method: "PATCH",
    path: `/v1/projects/${project}`,
    headers: { authorization: `Bearer ${accountKey}` },
    body: JSON.stringify(json),
  });
});

const changed = (json: unknown) =>
  Effect.map(patch(json), (response) => decodeProject(response.json));

/** Gets the logo at a URL, without a key. */
const getLogo = Effect.fnUntraced(function* (url: string | null) {
  const { port } = yield* ApiServer;
  return yield* send(port, { method: "GET", path: new URL(url ?? assert.fail()).pathname });
});

layer(apiServer, { excludeTestServices: true })("the branding of a project", (it) => {
  it.effect("changes by field, and null removes one field or all", () =>
    Effect.gen(function* () {
      const footer = "Acme Ltd\n1 High Street";
      const first = yield* changed({
        language: "de",
        branding: { name: "Acme", primaryColor: "#0B6E4F", replyTo: "a@acme.example", footer },
      });
      assert.deepEqual(first, {
        language: "de",
        branding: {
          name: "Acme",
          logo: null,
          logoUrl: null,
          primaryColor: "#0b6e4f",
          replyTo: "a@acme.example",
          footer,
        },
      });
      const second = yield* changed({ branding: { logo: PNG, footer: null } });
      assert.deepInclude(second.branding, { name: "Acme", logo: PNG, footer: null });
      const none = yield* changed({ branding: null });
      assert.isTrue(Object.values(none.branding).every((value) => value === null));
      assert.strictEqual(none.language, "de");
      assert.strictEqual((yield* changed({ language: "en" })).language, "en");
    }),
  );

  it.effect("keeps concurrent changes of different fields", () =>
    Effect.gen(function* () {
      yield* patch({ branding: null });
      const changes = [
        { name: "Both" },
        { footer: "Both" },
        { logo: PNG },
        { replyTo: "b@b.example" },
      ];
      yield* Effect.all(
        changes.map((branding) => patch({ branding })),
        { concurrency: "unbounded" },
      );
      const { branding } = yield* changed({ language: "en" });
      assert.deepInclude(branding, {
        name: "Both",
        footer: "Both",
        logo: PNG,
        replyTo: "b@b.example",
      });
    }),
  );

  it.effect("has a public URL for its logo, which no other logo gets", () =>
    Effect.gen(function* () {
      const { branding: png } = yield* changed({ branding: { logo: PNG } });
      const image = yield* getLogo(png.logoUrl);
      assert.deepEqual([image.status, image.headers["content-type"]], [200, "image/png"]);
      assert.strictEqual(image.headers["cache-control"], "public, max-age=31536000, immutable");
      const drawing = svgOf("<style>path{fill:url(#a)}</style><path d='M0 0h8v8H0z'/>");
      const { branding: svg } = yield* changed({
        branding: { logo: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}` },
      });
      const svgImage = yield* getLogo(svg.logoUrl);
      assert.deepEqual(
        [svgImage.headers["content-type"], svgImage.text],
        ["image/svg+xml", drawing],
      );
      assert.include(svgImage.headers["content-security-policy"], "default-src 'none'");
      assert.include(svgImage.headers["content-security-policy"], "sandbox");
      assert.strictEqual((yield* getLogo(png.logoUrl)).status, 404);
      yield* patch({ branding: { logo: null } });
      assert.strictEqual((yield* getLogo(svg.logoUrl)).status, 404);
    }),
  );

  it.effect("lists all problems by their path, and warns of unknown fields", () =>
    Effect.gen(function* () {
      const response = yield* patch({
        language: "xx",
        branding: {
          name: "Two\nlines",
          logo: "https://acme.example/logo.png",
          primaryColor: "red",
          replyTo: "a@b.example, c@d.example",
          footer: "x".repeat(501),
        },
      });
      assert.deepEqual([response.status, codeOf(response)], [400, "invalid_request"]);
      assert.sameMembers<string>(
        [...issuePaths(response)],
        [
          "language",
          "branding.name",
          "branding.logo",
          "branding.primaryColor",
          "branding.replyTo",
          "branding.footer",
        ],
      );
      for (const branding of [
        "Acme",
        [],
        7,
        { name: "" },
        { name: " " },
        { footer: "\u0007" },
        { logo: 1 },
      ]) {
        assert.strictEqual((yield* patch({ branding })).status, 400, JSON.stringify(branding));
      }
      const unknown = yield* patch({ branding: { colour: "#ffffff" } });
      assert.nestedPropertyVal(fieldsOf(unknown), "warnings.0.path", "branding.colour");
    }),
  );

  it.effect("accepts logos of 256 KiB, which are what they claim", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(PNG.slice(PNG.indexOf(",") + 1), "base64");
      const padded = (size: number) =>
        `data:image/png;base64,${Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]).toString("base64")}`;
      assert.strictEqual((yield* patch({ branding: { logo: padded(256 * 1024) } })).status, 200);
      const huge = Buffer.from(bytes);
      huge.writeUInt32BE(5000, 16);
      const refused = {
        "too large": padded(256 * 1024 + 1),
        "far too large": padded(600 * 1024),
        "another type": PNG.replace("png", "jpeg"),
        "not an image": `data:image/png;base64,${btoa("hello")}`,
        "not base64": "data:image/png;base64,§§",
        "a page": `data:text/html;base64,${btoa("<p>")}`,
        "too many pixels": `data:image/png;base64,${huge.toString("base64")}`,
        "a GIF": "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=",
        "damaged percent-encoding": "data:image/svg+xml,%zz",
      };
      for (const [name, logo] of Object.entries(refused)) {
        const response = yield* patch({ branding: { logo } });
        assert.deepEqual(
          [response.status, [...issuePaths(response)]],
          [400, ["branding.logo"]],
          name,
        );
      }
    }),
  );

  it.effect("accepts drawings of usual programs, and refuses hostile ones", () =>
    Effect.gen(function* () {
      const accepted = [
        `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svgOf("<g/>")}`,
        svgOf(
          `<defs><linearGradient id="a" xlink:href="#b"/></defs><use xlink:href="#a"/><path style="fill:url(#a)"/>`,
          `xmlns:xlink="http://www.w3.org/1999/xlink"`,
        ),
        svgOf(
          `<ink:view ink:file="C:\\logo.png"/><metadata><rdf:RDF rdf:about="https://a.example"/></metadata>`,
          `xmlns:ink="http://www.inkscape.org/namespaces/inkscape" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"`,
        ),
        svgOf(`<image href="${PNG}" width="8" height="8"/>`),
      ];
      for (const svg of accepted) {
        const response = yield* patch({ branding: { logo: svgUri(svg) } });
        assert.strictEqual(response.status, 200, `${svg} ${response.text}`);
      }
      const hostile = [
        svgOf("<script>alert(1)</script>"),
        svgOf("", `onload="alert(1)"`),
        svgOf("<g OnClick='x()'/>"),
        svgOf("<foreignObject/>"),
        svgOf(`<s:script xmlns:s="http://www.w3.org/2000/svg"/>`),
        svgOf(`<iframe xmlns="http://www.w3.org/1999/xhtml" src="#a"/>`),
        svgOf(`<a href="javascript:alert(1)"/>`),
        svgOf(`<animate attributeName="href" to="javascript:x"/>`),
        svgOf(`<image href="https://a.example/x.png"/>`),
        svgOf(`<image href="data:image/svg+xml;base64,AAAA"/>`),
        svgOf(`<use href="//a.example/x.svg#a"/>`),
        svgOf(`<use xlink:href="other.svg#a"/>`, `xmlns:xlink="http://www.w3.org/1999/xlink"`),
        svgOf("", `xml:base="https://a.example/"`),
        svgOf("<style>@import 'https://a.example'</style>"),
        svgOf("<style><![CDATA[path{fill:url(https://a.example)}]]></style>"),
        svgOf("<style>path{fill:u\\72l(https://a.example)}</style>"),
        svgOf(`<path style="background:image-set('https://a.example' 1x)"/>`),
        svgOf(`<path fill="url( 'https://a.example' )"/>`),
        svgOf(`<path fill="url(&#104;ttps://a.example)"/>`),
        `<?xml-stylesheet href="https://a.example/a.css"?>${svgOf("")}`,
        `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svgOf("<text>&a;</text>")}`,
        svgOf(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>`),
        svgOf("<g>".repeat(70) + "</g>".repeat(70)),
        svgOf("<g/>".repeat(10_001)),
        svgOf("<g>"),
        "<svg/>",
        "<html/>",
        "",
        "\u0000",
      ];
      for (const svg of hostile) {
        const response = yield* patch({ branding: { logo: svgUri(svg) } });
        const outcome = [response.status, [...issuePaths(response)]];
        assert.deepEqual(outcome, [400, ["branding.logo"]], svg.slice(0, 200));
      }
      const utf16 = Buffer.from(svgOf("<script/>"), "utf16le").toString("base64");
      const response = yield* patch({ branding: { logo: `data:image/svg+xml;base64,${utf16}` } });
      assert.deepEqual([...issuePaths(response)], ["branding.logo"]);
    }),
  );

  it.effect("of another account cannot be changed", () =>
    Effect.gen(function* () {
      const { port, accountKey, otherAccountProject } = yield* ApiServer;
      const response = yield* send(port, {
        method: "PATCH",
        path: `/v1/projects/${otherAccountProject}`,
        headers: { authorization: `Bearer ${accountKey}` },
        body: JSON.stringify({ branding: { name: "Taken over" } }),
      });
      assert.deepEqual([response.status, codeOf(response)], [404, "not_found"]);
    }),
  );
});
