import { assert, describe, it } from "@effect/vitest";

import { deviceOf } from "./device.ts";
import { Words } from "./words.ts";

describe("deviceOf()", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge 141 on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari 19 on an iPhone",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox 140 on Linux",
    ],
    ["Mozilla/5.0 (Linux; Android 16)", "A browser on Android"],
    ["curl/8.0", "An unknown browser"],
    ["", "An unknown browser"],
  ])("describes %s", (userAgent, device) =>
    assert.strictEqual(deviceOf(userAgent, new Words("en")), device),
  );
});
