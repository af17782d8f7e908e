import { Predicate } from "effect";

/** Link previews, crawlers and scanners, by a part of their user agent. The package `isbot` does not fit: it
 * also matches command-line clients and headless browsers, whose visits count. */
const PREVIEW_BOTS: ReadonlyArray<string> = [
  "facebookexternalhit",
  "facebookcatalog",
  "facebot",
  "meta-externalagent",
  "meta-externalfetcher",
  "twitterbot",
  "linkedinbot",
  "slackbot",
  "slack-imgproxy",
  "discordbot",
  "telegrambot",
  "skypeuripreview",
  "microsoftpreview",
  "googlebot",
  "google-inspectiontool",
  "googleother",
  "google-pagerenderer",
  "bingbot",
  "bingpreview",
  "applebot",
  "yandexbot",
  "baiduspider",
  "duckduckbot",
  "redditbot",
  "pinterestbot",
  "pinterest/0.",
  "mastodon/",
  "pleroma",
  "misskey",
  "bluesky cardyb",
  "embedly",
  "iframely",
  "vkshare",
  "line-poker",
  "linespider",
  "kakaotalk-scrap",
  "snap url preview",
  "nextcloud server crawler",
  "barracuda sentinel",
  "proofpoint",
  "mimecast",
  "ahrefsbot",
  "semrushbot",
  "gptbot",
  "oai-searchbot",
  "chatgpt-user",
  "claudebot",
  "ccbot",
  "perplexitybot",
  "bytespider",
  "petalbot",
  "amazonbot",
  "yahoo! slurp",
  "mattermost",
  "rocket.chat",
  "zoombot",
  "link preview",
  "linkpreview",
  "link-preview",
];

/**
 * Bots whose name also occurs in the user agent of an in-app browser. The bots' user agents start
 * with it.
 */
const BOTS_BY_PREFIX: ReadonlyArray<string> = ["whatsapp/", "viber", "synapse", "rocket.chat"];

/** Headers of prefetching requests, and their values. */
const PREFETCH_HEADERS: Readonly<Record<string, RegExp>> = {
  "sec-purpose": /prefetch|prerender|preview/i,
  purpose: /prefetch|prerender|preview/i,
  "x-purpose": /prefetch|prerender|preview/i,
  "x-moz": /prefetch/i,
};

/** The parts of a request that show whether a person reads the response. */
interface ReaderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Whether a person reads the response to a request. `HEAD`, prefetching and bots do not count. */
export function isRead({ method, headers }: ReaderRequest): boolean {
  if (method === "HEAD") return false;
  const isPrefetch = Object.entries(PREFETCH_HEADERS).some(([name, pattern]) => {
    const value = headers[name];
    return Predicate.isString(value) && pattern.test(value);
  });
  const agent = (headers["user-agent"] ?? "").toLowerCase();
  const isBot =
    PREVIEW_BOTS.some((bot) => agent.includes(bot)) ||
    BOTS_BY_PREFIX.some((bot) => agent.startsWith(bot));
  return !isPrefetch && !isBot;
}
