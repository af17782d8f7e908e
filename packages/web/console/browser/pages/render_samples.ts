import { TEXTS } from "../texts.ts";
import type { CodeSample } from "../widgets/code_samples.ts";

/** Programs that render a template with some data. */
export function renderSamples(
  slug: string,
  data: Readonly<Record<string, unknown>>,
): ReadonlyArray<CodeSample> {
  const json = JSON.stringify(data, null, 2);
  return [
    {
      label: "curl",
      code: [
        `curl "$PARAPH_URL/v1/templates/${slug}/render" \\`,
        `  -H "Authorization: Bearer $PARAPH_API_KEY" \\`,
        `  -d @- <<'END'`,
        JSON.stringify({ data }, null, 2),
        "END",
      ].join("\n"),
    },
    {
      label: "Node.js",
      code: [
        `import { writeFile } from "node:fs/promises";`,
        "",
        `import { connect } from "@paraph/http/client";`,
        "",
        `const { renders } = connect(); // reads PARAPH_URL and PARAPH_API_KEY`,
        `const data = ${json};`,
        `const { id } = await renders.submit("${slug}", { data });`,
        "await renders.wait(id);",
        `await writeFile("${slug}.pdf", await renders.download(id));`,
      ].join("\n"),
    },
    {
      label: TEXTS.templates.commandLine,
      code: [
        `paraph template sample ${slug} > data.json`,
        `paraph render submit ${slug} --data data.json --wait -o ${slug}.pdf`,
      ].join("\n"),
    },
  ];
}
