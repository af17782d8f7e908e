import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

interface OutlineNode {
  readonly title: string;
  readonly dest: unknown;
  readonly items: ReadonlyArray<OutlineNode>;
}

/** The outline, and the links of the pages, with the pages that they lead to. */
export async function navigationOf(bytes: Uint8Array) {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pageOf = async (dest: unknown) => {
    const place = typeof dest === "string" ? await doc.getDestination(dest) : dest;
    return Array.isArray(place) ? (await doc.getPageIndex(place[0])) + 1 : 0;
  };
  const outlineOf = async (nodes: ReadonlyArray<OutlineNode>): Promise<ReadonlyArray<unknown>> =>
    Promise.all(
      nodes.map(async ({ title, dest, items }) => [
        `${title} ${await pageOf(dest)}`,
        ...(await outlineOf(items)),
      ]),
    );
  const outline = await outlineOf((await doc.getOutline()) ?? []);
  const links: Array<string> = [];
  for (let page = 1; page <= doc.numPages; page++) {
    for (const each of await (await doc.getPage(page)).getAnnotations())
      links.push(`${page} → ${each.url ?? (await pageOf(each.dest))}`);
  }
  await doc.loadingTask.destroy();
  return { outline, links };
}
