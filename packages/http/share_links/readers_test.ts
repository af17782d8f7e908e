import { assert, describe, it } from "@effect/vitest";

import { isRead } from "./readers.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

describe("isRead()", () => {
  it.each([
    CHROME,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
    // In-app browsers, which fetch for a person.
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36 Instagram 400.0",
    "Mozilla/5.0 (Linux; Android 16; wv) Chrome/141.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0]",
    "curl/8.16.0",
    "",
  ])("%s is a reader", (agent) => {
    assert.isTrue(isRead({ method: "GET", headers: { "user-agent": agent } }));
  });

  it.each([
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116.0 Safari/537.36",
    "Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
    "Mattermost-Bot/1.1",
    "Quora Link Preview/1.0 (http://www.quora.com)",
    "Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)",
  ])("%s is not a reader", (agent) => {
    assert.isFalse(isRead({ method: "GET", headers: { "user-agent": agent } }));
  });

  it.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-purpose", "preview"],
    ["x-moz", "prefetch"],
  ])("prefetching does not count: %s: %s", (name, value) => {
    assert.isFalse(isRead({ method: "GET", headers: { "user-agent": CHROME, [name]: value } }));
  });

  it("HEAD does not count", () => {
    assert.isFalse(isRead({ method: "HEAD", headers: { "user-agent": CHROME } }));
  });
});
