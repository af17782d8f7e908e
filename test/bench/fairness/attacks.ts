import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { packedContent, treeBomb } from "../../../packages/pdf/testing/pdf_bombs.ts";
import type { Call } from "../started_server.ts";

/** A project that causes the maximum load until it is stopped. */
export interface Attack {
  readonly stop: () => Promise<void>;
}

/** How many requests of each kind the attacker has in flight. */
const IN_FLIGHT = 12;

/** The number of renders that the attacker queues first. */
const QUEUED_RENDERS = 300;

const NO_DATA = { variables: [], loops: [] };

/** A template on a base PDF. */
export const overlay = (base: Buffer) => ({
  name: "Attack",
  manifest: NO_DATA,
  layout: { basePdf: `data:application/pdf;base64,${base.toString("base64")}`, schemas: [[]] },
});

/** An SVG that is slow to render: 600 KB with 60,000 lines take seconds. */
export function slowSvg(lines = 60_000): string {
  const path = Array.from(
    { length: lines },
    (_, index) => `L${index % 100} ${(index * 7) % 100}`,
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 0${path}" stroke="black"/></svg>`;
}

/** A template with one drawing. */
export const drawing = (content: string) => ({
  name: "Slow",
  manifest: NO_DATA,
  layout: {
    basePdf: { width: 210, height: 297, padding: [10, 10, 10, 10] },
    schemas: [
      [
        {
          name: "drawing",
          type: "svg",
          content,
          readOnly: true,
          position: { x: 20, y: 20 },
          width: 100,
          height: 100,
        },
      ],
    ],
  },
});

/** Starts all attacks; completes when they run. */
export async function startAttack(call: Call): Promise<Attack> {
  const state = { isOver: false };
  const again = async (ask: () => Promise<unknown>) => {
    // A refused request is repeated at once: this client ignores Retry-After.
    while (!state.isOver) await ask();
  };
  await call("PUT", "/v1/templates/slow", drawing(slowSvg()));
  await call("PUT", "/v1/templates/packed", overlay(packedContent()));
  const response = await call("POST", "/v1/templates/packed/render", {
    data: {},
    options: { sync: true },
  });
  const renderId = response.status < 300 ? fieldsOf(response)["id"] : undefined;
  const render = () => call("POST", "/v1/templates/slow/render", { data: {} });
  for (let index = 0; index < QUEUED_RENDERS; index++) await render();

  const tree = overlay(treeBomb());
  const bomb = overlay(packedContent());
  const slow = drawing(slowSvg());
  const send = {
    renderId,
    recipients: [{ firstName: "Eve", email: "eve@example.com" }],
    anchorTags: [{ anchorString: "sign", type: "signature", recipientIndex: 0 }],
  };
  const kinds = [
    () => call("PUT", "/v1/templates/tree", tree),
    () => call("PUT", "/v1/templates/bomb", bomb),
    () => call("PUT", "/v1/templates/slow", slow),
    () => (renderId === undefined ? render() : call("POST", "/v1/signatures", send)),
  ];
  const running = kinds.flatMap((ask) => Array.from({ length: IN_FLIGHT / 4 }, () => again(ask)));
  return {
    stop: async () => {
      state.isOver = true;
      await Promise.all(running);
    },
  };
}
